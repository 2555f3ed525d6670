// The signals that the fingerprint script reads, each with its reason in docs/device-signals.md. Nothing is written, the person is
// asked nothing, and a failing or slow signal does not delay the session. The probes that are easy to get wrong (canvas, signs of
// automation) are FingerprintJS's and BotD's; their loaders, which report to a third-party host, are not part of the bundle.
import { collect, detect, detectors, sources } from '@fingerprintjs/botd';
import {
  getUnstableCanvasFingerprint,
  getWebGLContext,
  isGecko,
  murmurX64Hash128,
} from '@fingerprintjs/fingerprintjs';

const TEXT_MAX = 200;
const LANGUAGES_MAX = 8;

const READERS = {
  userAgent: () => navigator.userAgent.slice(0, 400),
  platform: () => navigator.platform,
  brandPlatform: () => navigator.userAgentData?.platform,
  languages: () => [...navigator.languages].slice(0, LANGUAGES_MAX),
  timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  // The longer side first: rotating a phone does not make it another device.
  screen: () => [screen.width, screen.height].sort((a, b) => b - a),
  colorDepth: () => screen.colorDepth,
  cores: () => navigator.hardwareConcurrency,
  memoryGb: () => navigator.deviceMemory,
  touchPoints: () => navigator.maxTouchPoints,
  graphics: () => readGraphics(),
  canvas: () => readCanvas(),
  automation: () => readAutomation(),
};

/** What could be read before the timeout; the rest is left out. Never fails. */
export async function readSignals(deadlineMs) {
  const found = {};
  const readings = Object.keys(READERS).map(async (name) => {
    try {
      const value = await READERS[name]();
      if (value !== undefined && value !== null) found[name] = value;
    } catch (_error) {
      // Not supported or withheld by the browser: left out.
    }
  });
  await Promise.race([Promise.all(readings), new Promise((resolve) => setTimeout(resolve, deadlineMs))]);
  // A copy: a late signal must not change a report that is being retried.
  return Object.assign({}, found);
}

function readGraphics() {
  const gl = getWebGLContext({});
  if (!gl) return undefined;
  // Firefox warns in the console about the extension and works without it.
  const names = isGecko() ? null : gl.getExtension('WEBGL_debug_renderer_info');
  const [vendor, renderer] = names
    ? [gl.getParameter(names.UNMASKED_VENDOR_WEBGL), gl.getParameter(names.UNMASKED_RENDERER_WEBGL)]
    : [gl.getParameter(gl.VENDOR), gl.getParameter(gl.RENDERER)];
  return { vendor: String(vendor).slice(0, TEXT_MAX), renderer: String(renderer).slice(0, TEXT_MAX) };
}

/** Only a hash leaves the browser. A browser that adds noise is left out: its hash would differ each time. */
function readCanvas() {
  const { winding, geometry, text } = getUnstableCanvasFingerprint();
  if (!geometry.startsWith('data:')) return undefined;
  return murmurX64Hash128(`${winding}|${geometry}|${text}`);
}

/** The kinds of automation that were detected; none for a person's browser. */
async function readAutomation() {
  // Skip BotD's own graphics probe: graphics are read above.
  const components = await collect(Object.assign({}, sources, { webGL: () => Promise.reject(new Error()) }));
  const [detections] = detect(components, detectors);
  const kinds = Object.keys(detections)
    .filter((name) => detections[name].bot)
    .map((name) => name.replace(/^detect/, ''));
  return kinds;
}
