// The connection to the simulated board. It heals by itself, and is live once the board has said something: keys pressed
// while it still starts would reach it all at one moment.

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 2000;

// Calls onNews(object) for each message and onLink(live) at each change. What is sent while there is no connection is
// dropped: what was meant for the board as it looked then may be wrong for the board as it is later.
export function connect(onNews, onLink) {
  let socket = null;
  let wait = FIRST_WAIT_MS;
  let live = false;

  function open() {
    socket = new WebSocket(new URL("ws", location.href.replace(/^http/, "ws")));
    const early = {}; // what is told before the board has shown anything
    socket.onmessage = (event) => {
      const news = JSON.parse(event.data);
      if (live) return onNews(news);
      Object.assign(early, news);
      if (!("dots" in early)) return;
      change(true);
      onNews(early);
    };
    socket.onclose = () => {
      change(false);
      setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    };
  }

  function change(now) {
    live = now;
    if (live) wait = FIRST_WAIT_MS;
    onLink(live);
  }

  setTimeout(open);
  return {
    live: () => live,
    // A verb as text, or a request as an object.
    send(said) {
      if (live && socket.readyState === WebSocket.OPEN) socket.send(typeof said === "string" ? said : JSON.stringify(said));
    },
  };
}
