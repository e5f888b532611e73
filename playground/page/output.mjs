// What a program prints, in an element: collected, and shown once per frame.
export class Output {
  constructor(element) {
    this.element = element;
    this.pending = [];
  }
  clear() {
    this.pending = [];
    this.element.replaceChildren();
  }
  put(stream, text) {
    if (this.pending.push({ stream, text }) > 1) return;
    requestAnimationFrame(() => this.show());
  }
  show() {
    const { element } = this, at_end = element.scrollTop + element.clientHeight >= element.scrollHeight - 8;
    for (const { stream, text } of this.pending) {
      const last = element.lastElementChild;
      if (last?.dataset.stream === String(stream)) {
        last.append(text);
      } else {
        const piece = document.createElement('span');
        piece.dataset.stream = stream;
        if (stream === 2) piece.className = 'error';
        piece.append(text);
        element.append(piece);
      }
    }
    this.pending = [];
    if (at_end) element.scrollTop = element.scrollHeight;
  }
}

const meaning = { 0: '', 1: ': a result is wrong', 2: ': it does not take these options', 3: ': a CUDA call failed', 77: ': this device lacks what it needs', 139: ': host code accessed memory that it may not', 134: '' };

// One run of a program in a worker. request: what worker.mjs takes; output: an Output; say(text) shows the state; ended(): the
// run is over. Returns a function that stops it.
export function run(request, output, say, ended) {
  const begin = performance.now(), worker = new Worker('worker.mjs', { type: 'module' });
  let watch = 0;
  const finish = (text) => {
    clearInterval(watch);
    worker.terminate();
    say(text);
    ended();
  };
  worker.onmessage = ({ data }) => {
    if (data.kind === 'starts') {
      say(`Running${data.bytes ? ` (${Math.round(data.bytes / 1000)} kB loaded)` : ''} …`);
      watch = setInterval(() => {
        const seconds = Math.round((performance.now() - begin) / 1000);
        say(`Running for ${seconds} s …${seconds >= 10 ? ' If a loop of the program never ends, Stop ends it.' : ''}`);
      }, 1000);
    } else if (data.kind === 'output') {
      output.put(data.stream, data.text);
    } else if (data.kind === 'failed') {
      finish(`Could not run: ${data.reason}`);
    } else if (data.trap) {
      finish(`The program stopped: ${data.trap}.`);
    } else {
      finish(`Ended after ${data.seconds.toFixed(2)} s with status ${data.status}${meaning[data.status] ?? ''}.`);
    }
  };
  worker.onerror = (event) => finish(`Could not run: ${event.message}`);
  worker.postMessage(request);
  return () => finish('Stopped.');
}
