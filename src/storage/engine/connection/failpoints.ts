// Failpoints: places where a test can kill the process, before and after every statement and every outbound call. They do nothing
// unless a test arms them from its own preload; no setting can.

type Hook = (name: string) => void;

let hook: Hook | null = null;

export function armFailpoints(next: Hook): void {
  hook = next;
}

export function failpoint(name: string): void {
  if (hook !== null) hook(name);
}
