// Places where a test lets the process die: before and after every statement and every call to the outside. Nothing
// happens unless a test has armed them from its own preload; there is no setting that could.

type Hook = (name: string) => void;

let hook: Hook | null = null;

export function armFailpoints(next: Hook): void {
  hook = next;
}

export function failpoint(name: string): void {
  if (hook !== null) hook(name);
}
