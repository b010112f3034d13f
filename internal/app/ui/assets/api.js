// Requests to the server, streams of events from it, and failures, also without an answer.

// A failure that the server has answered, or a missing answer.
export class Failure extends Error {
  constructor(text, hints = [], status = 0) {
    super(text);
    this.hints = hints;
    this.status = status; // 0: no answer
  }
}

const retryAfter = 2000; // milliseconds
const hiddenAfter = 15000; // after which a window that nobody sees gives its stream back

// The connection is there until a request gets no answer. Then the page asks until there is one. Events: lost, back, and
// other, which is for good.
class Connection extends EventTarget {
  lost = false;
  #asking = null;

  // Resolves when the server answers.
  check() {
    return (this.#asking ??= this.#ask().finally(() => (this.#asking = null)));
  }

  async #ask() {
    for (;;) {
      try {
        const answer = await fetch("api/state");
        if (answer.status === 403) { // another jprof ui listens there now
          this.lost = true;
          this.dispatchEvent(new Event("other"));
          return new Promise(() => {});
        }
        if (this.lost) {
          this.lost = false;
          this.dispatchEvent(new Event("back"));
        }
        return;
      } catch {
        this.lost = true;
        this.dispatchEvent(new Event("lost"));
      }
      await pause(retryAfter);
    }
  }
}

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
export const connection = new Connection();


async function ask(path, options) {
  let answer;
  try {
    answer = await fetch("api/" + path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    connection.check();
    throw new Failure("jprof does not answer.", ["if jprof ui has ended, start it again, and open the new address that it prints"]);
  }
  if (answer.status === 403) connection.check();
  if (answer.ok) return answer;
  const document = await answer.json().catch(() => null);
  throw new Failure(document?.error || "The answer is " + answer.status + ".", document?.hints, answer.status);
}

const send = async (path, options) => (await ask(path, options)).json();

// Addresses are made of parts that may have any character.
export const path = (strings, ...values) => String.raw({ raw: strings }, ...values.map(encodeURIComponent));

export const get = (path, signal) => send(path, { signal });

export const post = (path, body = {}) =>
  send(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

// Saves what the server answers as a file, and returns its name.
export async function download(path, fallback) {
  const answer = await ask(path, {});
  const href = URL.createObjectURL(await answer.blob());
  const name = answer.headers.get("Content-Disposition")?.match(/filename="?([^";]+)/)?.[1] || fallback;
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60000);
  return name;
}

// Follows a stream of events until signal ends it. handlers are by the name of their event and get its data. If the last
// one returned true, the stream is over when the server ends it. address is called with the ID of the last event.
//
// A browser has six connections to a server, and streams take one each, for all windows together. So a window has one
// stream, and none while it is hidden.
export function follow(address, handlers, signal) {
  let source = null;
  let last = "";
  let hiding = 0;
  let over = false;
  const close = () => {
    source?.close();
    source = null;
  };
  const open = () => {
    if (over || source || signal.aborted || document.hidden) return;
    source = new EventSource("api/" + address(last));
    Object.entries(handlers).forEach(([name, handle]) =>
      source.addEventListener(name, (event) => {
        last = event.lastEventId || last;
        over = Boolean(handle(JSON.parse(event.data)));
      }));
    source.addEventListener("error", () => {
      if (over) return close();
      if (source.readyState !== EventSource.CLOSED) return connection.check(); // the browser connects again
      close();
      pause(retryAfter).then(() => connection.check()).then(open);
    });
  };
  signal.addEventListener("abort", close);
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(close, hiddenAfter);
    else open();
  }, { signal });
  open();
}
