// node run.mjs MICROPYTHON HEAP CODE FOLDER...
//
// Runs a program on MicroPython's WebAssembly build (MICROPYTHON: its micropython.mjs), on which small integers have 31
// bits as on the ESP32. FOLDERs are what it imports from; their files lie there for it under their own paths. What it
// prints is printed; the exit status is 1 where it raises.
//
// This build collects garbage only while nothing of Python runs. So a long program defines a generator `batches`: it is
// run to its end, and at each `yield` what is garbage goes and what is left is held against HEAP, in bytes.

import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [module, cap, code, ...folders] = process.argv.slice(2);
const EXTENSIONS = ['.py', '.mpy', '.txt'];
// It grows by itself, so this is no limit.
const HEAP_AT_FIRST = 16 * 1024 * 1024;
const PYTHON_STACK = 16 * 1024;

// A failure with the heap locked could not be told: telling it takes memory.
const PREPARE = `
import sys
from gc import collect, mem_alloc
from micropython import heap_lock, heap_unlock
sys.path[:] = ${JSON.stringify(folders)}
def _guarded(act, *args):
    try:
        return act(*args)
    except BaseException:
        heap_lock()
        while heap_unlock():
            pass
        raise
def _begin(code):
    global _batches
    _guarded(exec, code, globals())
    _batches = batches() if 'batches' in globals() else iter(())
def _goes_on():
    return _guarded(next, _batches, 0) is None
`;

/** Takes bytes one by one and writes them to a file descriptor, line by line. */
class Printer {
  constructor(descriptor) {
    this.descriptor = descriptor;
    this.line = [];
  }

  take = ([byte]) => {
    this.line.push(byte);
    if (byte === 10) this.flush();
  };

  flush() {
    let rest = Buffer.from(this.line);
    this.line = [];
    while (rest.length) rest = rest.subarray(fs.writeSync(this.descriptor, rest));
  }
}

function put(files, folder) {
  files.mkdirTree(folder);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith('.')) put(files, at);
    else if (EXTENSIONS.includes(path.extname(at))) files.writeFile(at, fs.readFileSync(at));
  }
}

const { loadMicroPython } = await import(pathToFileURL(module));
const [out, err] = [new Printer(1), new Printer(2)];
const python = await loadMicroPython({
  heapsize: HEAP_AT_FIRST,
  pystack: PYTHON_STACK,
  stdout: out.take,
  stderr: err.take,
  linebuffer: false,
});
for (const folder of folders) put(python.FS, folder);
python.runPython(PREPARE);
const [begin, goesOn, collect, inUse] = ['_begin', '_goes_on', 'collect', 'mem_alloc'].map((name) =>
  python.globals.get(name),
);

function tidyUp() {
  collect();
  const used = inUse();
  if (used > cap) throw new Error(`MemoryError: of ${cap} bytes of heap ${used} are in use`);
}

try {
  begin(code);
  do tidyUp();
  while (goesOn());
} catch (error) {
  err.line.push(...Buffer.from(`${error.message}\n`));
  process.exitCode = 1;
}
out.flush();
err.flush();
