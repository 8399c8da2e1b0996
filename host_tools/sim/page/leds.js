// The LED board: glowing dots on a dark face, as the chips' registers say and nothing else.

const MODULE_DOTS = 8;
const UNLIT = "#241110";
const GLOW = "rgba(255,58,28,.5)";

export class LedBoard {
  constructor(canvas) {
    this.canvas = canvas;
    this.rows = [];
    this.frame = 0;
    new ResizeObserver(() => this.#fit()).observe(canvas);
  }

  // rows: strings of "#" (lit) and "." (not), top to bottom.
  draw(rows) {
    const grew = rows.length !== this.rows.length || rows[0].length !== this.rows[0].length;
    this.rows = rows;
    if (grew) this.#fit();
    else this.#paint();
    // For whoever measures how long a key takes to be seen.
    this.canvas.dataset.frame = ++this.frame;
  }

  label(text) {
    this.canvas.setAttribute("aria-label", text);
  }

  #fit() {
    if (!this.rows.length) return;
    const across = this.rows[0].length;
    this.canvas.style.aspectRatio = `${across} / ${this.rows.length}`;
    // Whole pixels a dot, or the dots would differ.
    this.pitch = Math.max(3, Math.round((this.canvas.clientWidth * devicePixelRatio) / across));
    this.canvas.width = this.pitch * across;
    this.canvas.height = this.pitch * this.rows.length;
    this.face = this.#makeFace();
    // The glow of all dots at once: a picture of a pixel a dot, drawn large and soft.
    this.glow = new OffscreenCanvas(across, this.rows.length);
    this.core = this.#makeSprite(this.pitch * 0.86, [[0, "#ffe3cf"], [0.35, "#ff7a52"], [0.8, "#ff3a1e"], [0.97, "#e8260f"], [1, "rgba(232,38,15,0)"]]);
    this.#paint();
  }

  #makeSprite(size, stops) {
    const sprite = new OffscreenCanvas(Math.ceil(size), Math.ceil(size));
    const pen = sprite.getContext("2d");
    const middle = sprite.width / 2;
    const fill = pen.createRadialGradient(middle, middle, 0, middle, middle, middle);
    for (const [at, colour] of stops) fill.addColorStop(at, colour);
    pen.fillStyle = fill;
    pen.fillRect(0, 0, sprite.width, sprite.height);
    return sprite;
  }

  #makeFace() {
    const face = new OffscreenCanvas(this.canvas.width, this.canvas.height);
    const pen = face.getContext("2d");
    pen.fillStyle = "#0b0706";
    pen.fillRect(0, 0, face.width, face.height);
    pen.fillStyle = UNLIT;
    this.#eachDot((x, y) => {
      pen.beginPath();
      pen.arc(x, y, this.pitch * 0.38, 0, 2 * Math.PI);
      pen.fill();
    });
    pen.fillStyle = "rgba(0,0,0,.55)";
    const module = this.pitch * MODULE_DOTS;
    const seam = Math.max(1, Math.round(this.pitch / 12));
    for (let x = module; x < face.width; x += module) pen.fillRect(x - seam / 2, 0, seam, face.height);
    for (let y = module; y < face.height; y += module) pen.fillRect(0, y - seam / 2, face.width, seam);
    return face;
  }

  #paint() {
    if (!this.face) return;
    const pen = this.canvas.getContext("2d");
    pen.globalCompositeOperation = "source-over";
    pen.drawImage(this.face, 0, 0);
    const glow = this.glow.getContext("2d");
    glow.clearRect(0, 0, this.glow.width, this.glow.height);
    glow.fillStyle = GLOW;
    this.#eachDot((x, y, lit, across, down) => { if (lit) glow.fillRect(across, down, 1, 1); });
    pen.globalCompositeOperation = "lighter";
    pen.imageSmoothingQuality = "high";
    pen.drawImage(this.glow, 0, 0, this.canvas.width, this.canvas.height);
    pen.globalCompositeOperation = "source-over";
    const half = this.core.width / 2;
    this.#eachDot((x, y, lit) => { if (lit) pen.drawImage(this.core, x - half, y - half); });
  }

  #eachDot(act) {
    this.rows.forEach((row, down) => {
      for (let across = 0; across < row.length; across++) {
        act((across + 0.5) * this.pitch, (down + 0.5) * this.pitch, row[across] === "#", across, down);
      }
    });
  }
}
