// What the fingerprint script reads of the device: few signals, each with its reason in docs/device-signals.md. Nothing is
// written, nothing is asked of the person, and no signal that fails or is slow keeps the session from being opened.
// The probes that are easy to get wrong (canvas, the marks of automation) are FingerprintJS's and BotD's; their loaders, which
// would tell a foreign host that they run, are not part of the bundle.
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
  // The longer side first: turning a phone does not make it another one.
  screen: () => [screen.width, screen.height].sort((a, b) => b - a),
  colorDepth: () => screen.colorDepth,
  cores: () => navigator.hardwareConcurrency,
  memoryGb: () => navigator.deviceMemory,
  touchPoints: () => navigator.maxTouchPoints,
  graphics: () => readGraphics(),
  canvas: () => readCanvas(),
  automation: () => readAutomation(),
};

/** What could be read within the time; the rest is left out. Never fails. */
export async function readSignals(deadlineMs) {
  const found = {};
  const readings = Object.keys(READERS).map(async (name) => {
    try {
      const value = await READERS[name]();
      if (value !== undefined && value !== null) found[name] = value;
    } catch (_error) {
      // A browser without it, or one that keeps it to itself: it is absent, which is said by its absence.
    }
  });
  await Promise.race([Promise.all(readings), new Promise((resolve) => setTimeout(resolve, deadlineMs))]);
  // A copy: what comes too late must not change a report that is being sent again.
  return Object.assign({}, found);
}

function readGraphics() {
  const gl = getWebGLContext({});
  if (!gl) return undefined;
  // Firefox complains in the console about the extension and answers without it.
  const names = isGecko() ? null : gl.getExtension('WEBGL_debug_renderer_info');
  const [vendor, renderer] = names
    ? [gl.getParameter(names.UNMASKED_VENDOR_WEBGL), gl.getParameter(names.UNMASKED_RENDERER_WEBGL)]
    : [gl.getParameter(gl.VENDOR), gl.getParameter(gl.RENDERER)];
  return { vendor: String(vendor).slice(0, TEXT_MAX), renderer: String(renderer).slice(0, TEXT_MAX) };
}

/** Only a hash leaves the browser. A browser that draws with noise is left out: its hash would be another one each time. */
function readCanvas() {
  const { winding, geometry, text } = getUnstableCanvasFingerprint();
  if (!geometry.startsWith('data:')) return undefined;
  return murmurX64Hash128(`${winding}|${geometry}|${text}`);
}

/** The kinds of automation that were noticed; none for a person's browser. */
async function readAutomation() {
  // Graphics are read once, by us.
  const components = await collect(Object.assign({}, sources, { webGL: () => Promise.reject(new Error()) }));
  const [detections] = detect(components, detectors);
  const kinds = Object.keys(detections)
    .filter((name) => detections[name].bot)
    .map((name) => name.replace(/^detect/, ''));
  return kinds;
}
