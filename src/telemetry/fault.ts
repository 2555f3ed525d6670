// An error as it may be logged: its kind and where it happened, never its message, which may quote what a caller sent.

type Description = {
  name: string;
  code?: string;
  constraint?: string;
  statement?: string;
  at?: string[];
  cause?: Description;
};

export function describeFault(fault: unknown): Description {
  if (!(fault instanceof Error)) return { name: typeof fault };
  const { code, constraint, statement } = fault as {
    code?: unknown;
    constraint?: unknown;
    statement?: unknown;
  };
  return {
    name: isWord(fault.name) ? fault.name : 'Error',
    ...(isWord(code) && { code }),
    ...(isWord(constraint) && { constraint }),
    // Of the database's errors: the name of ours, which says more than the frames of a batch.
    ...(isWord(statement) && { statement }),
    at: framesOf(fault),
    ...(fault.cause !== undefined && { cause: describeFault(fault.cause) }),
  };
}

/** Names and codes are one word in every library; anything else may quote a caller. */
function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,63}$/.test(value);
}

/** A stack begins with the message, whose lines may look like frames. Where the message is not found there are no frames. */
function framesOf({ stack = '', message }: Error): string[] {
  const at = stack.indexOf(message);
  if (at === -1) return [];
  const frames = stack
    .slice(at + message.length)
    .split('\n')
    .filter((line) => line.startsWith('    at '));
  return frames.slice(0, 8).map((frame) => frame.trim());
}
