// Addresses of this machine: what answers there is a simulator.

/** A gateway at an address of this machine is a simulator. */
export function isOnThisMachine(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}
