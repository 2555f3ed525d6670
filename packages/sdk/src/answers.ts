// How an answer is read: the body of a success, and what a refusal says, whoever sent it.
import type { Problem } from './errors.ts';

export async function readJson(response: Response): Promise<unknown> {
  return response.status === 204 ? null : await response.json();
}

type Refused = {
  status: number;
  code: string;
  message: string;
  help?: string;
  retryAfter?: number;
  details?: Problem[];
};

/** The service answers `{code, message}`, its token endpoint `{error}`, a proxy in front of it anything. */
export async function readProblem(response: Response): Promise<Refused> {
  const { status } = response;
  // Read whole before it is parsed: an answer that broke off says nothing.
  const given = parseObject(await response.text());
  const text = (name: string): string | undefined =>
    typeof given[name] === 'string' ? (given[name] as string) : undefined;
  const header = response.headers.get('retry-after');
  const seconds = header === null || header.trim() === '' ? Number.NaN : Number(header);
  return {
    status,
    code: text('code') ?? text('error') ?? 'unknown',
    message: text('message') ?? text('error_description') ?? `The service answered ${status}.`,
    ...(text('help') !== undefined && { help: text('help') as string }),
    ...(Number.isFinite(seconds) && seconds >= 0 && { retryAfter: seconds }),
    ...(Array.isArray(given.details) && { details: given.details as Problem[] }),
  };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
