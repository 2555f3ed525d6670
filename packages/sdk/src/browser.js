// @trefoil/sdk/browser: the device check on a page. It has no secret and no dependency, and browsers load it as it stands.

let opening = null;

/**
 * The device session id for one consumer, which the page's form sends to your back end as `sessionId`. Call it when the page opens, and
 * again when the same page asks about another consumer. It ends after 8 seconds at the latest, with an error where the script is blocked.
 */
export function device(baseUrl, timeoutMs = 8000) {
  opening ??= open(baseUrl, timeoutMs).finally(() => {
    opening = null;
  });
  return opening;
}

function open(baseUrl, timeoutMs) {
  return new Promise((resolve, reject) => {
    const blocked = () =>
      reject(
        new Error('The device check did not answer: is it blocked by an extension? Allow it and try again.'),
      );
    setTimeout(blocked, timeoutMs);
    const found = ({ sessionId }) => resolve(sessionId);
    if (window.trefoil?.newSession) return window.trefoil.newSession().then(found, blocked);
    // Registered before the script loads.
    window.service ??= {};
    window.service.deviceFingerprint = found;
    const script = document.createElement('script');
    script.src = `${baseUrl.replace(/\/+$/, '')}/v1/fingerprints/device`;
    script.onerror = blocked;
    document.head.append(script);
  });
}
