// <trefoil-check url="…" label="…">: shows a consumer session in a frame, and says on the page around it how it goes, by events that carry
// an id and a status and never a person. It talks to one window at one origin, by a nonce, in a closed list of words; without an answer it
// shows a link.
const READY_MS = 8000;
const HEIGHT_MIN = 200;
const HEIGHT_MAX = 6000;
const home = new URL(document.currentScript.src).origin;

customElements.define(
  'trefoil-check',
  class extends HTMLElement {
    connectedCallback() {
      if (this.stop) return;
      const url = new URL(this.getAttribute('url'), home);
      const label = this.getAttribute('label') || 'Credit report';
      // The frame is of the service that this script is from, whatever the attribute says.
      if (url.origin !== home) throw new Error(`trefoil-check: url must be of ${home}`);
      const nonce = [...crypto.getRandomValues(new Uint8Array(16))].join('-');
      const frame = document.createElement('iframe');
      frame.title = label;
      frame.setAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin');
      frame.allow = 'otp-credentials';
      frame.referrerPolicy = 'no-referrer';
      frame.style.cssText = 'border:0;width:100%;height:600px';
      const hash = new URLSearchParams(url.hash.slice(1));
      hash.set('o', location.origin);
      hash.set('n', nonce);
      frame.src = `${url.origin}${url.pathname}#${hash}`;
      frame.onload = () => frame.contentWindow.postMessage({ nonce, type: 'hello' }, home);

      const tell = (name, { session, status }) =>
        this.dispatchEvent(
          new CustomEvent(`trefoil-check:${name}`, { bubbles: true, detail: { session, status } }),
        );
      const hear = {
        ready: () => clearTimeout(timer),
        resize: ({ height }) => {
          if (height > 0) frame.style.height = `${Math.min(Math.max(height, HEIGHT_MIN), HEIGHT_MAX)}px`;
        },
        status: (data) => tell('status', data),
        done: (data) => tell('done', data),
        cancelled: (data) => tell('cancelled', data),
      };
      const listen = ({ source, origin, data }) => {
        if (source !== frame.contentWindow || origin !== home || !data) return;
        if (data.from !== 'trefoil-check' || data.nonce !== nonce || !Object.hasOwn(hear, data.type)) return;
        hear[data.type](data);
      };
      const timer = setTimeout(() => {
        const link = document.createElement('a');
        link.href = url.href;
        link.target = '_blank';
        link.rel = 'noopener';
        link.textContent = `${label}: open it in a new page`;
        this.replaceChildren(link);
      }, READY_MS);
      this.stop = () => {
        clearTimeout(timer);
        removeEventListener('message', listen);
      };
      addEventListener('message', listen);
      this.replaceChildren(frame);
    }

    disconnectedCallback() {
      this.stop();
      this.stop = null;
    }
  },
);
