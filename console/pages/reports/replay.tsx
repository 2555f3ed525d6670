// Replay: a test request sent again, changed or not, with its answer beside the old one. Live requests are never kept, so never replayed.
import { useState } from 'react';
import { diffLines } from '../../../src/domain/line-diff.ts';
import { ApiError, ask } from '../../api/call.ts';
import type { Answer } from '../../api/operations.ts';
import { useCall } from '../../api/queries.ts';
import { ActButton } from '../../parts/act-button.tsx';
import { Callout } from '../../parts/callout.tsx';
import { AnswerChip } from '../../parts/status-chip.tsx';

type Exchange = Answer<'readExchange'>;
type Answered = { status: number; answer: unknown };

export function Replay({ requestId }: { requestId: string }) {
  const call = useCall();
  const [exchange, setExchange] = useState<Exchange | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = async (): Promise<void> => {
    setExchange(await call('readExchange', { params: { requestId } }));
    setProblem(null);
  };
  if (exchange !== null) return <Edit exchange={exchange} />;
  return (
    <>
      <ActButton kind="second" act={load} onError={(error) => setProblem(error.message)}>
        Replay
      </ActButton>
      {problem !== null && (
        <Callout tone="info" isAlert>
          {problem}
        </Callout>
      )}
    </>
  );
}

function Edit({ exchange }: { exchange: Exchange }) {
  const [text, setText] = useState(() => JSON.stringify(exchange.body, null, 2));
  const [answered, setAnswered] = useState<Answered | null>(null);
  const body = bodyOf(text);
  const send = async (): Promise<void> => setAnswered(await sendAgain(exchange.path, body));
  return (
    <section aria-labelledby="replay" className="replay">
      <h3 id="replay">Replay</h3>
      <label>
        <span className="small">Body, sent with a new Idempotency-Key</span>
        <textarea
          rows={12}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-invalid={body === null}
        />
      </label>
      {body === null && (
        <Callout tone="warn" isAlert>
          This is not a test request as JSON: it needs &quot;test&quot;: true.
        </Callout>
      )}
      <p className="buttons">
        <ActButton act={send} disabled={body === null}>
          Send again
        </ActButton>
      </p>
      {answered !== null && <Beside before={exchange} after={answered} />}
    </section>
  );
}

/** A body that is still a test: a replay is never live, whatever was typed. */
function bodyOf(text: string): Record<string, unknown> | null {
  try {
    const body = JSON.parse(text);
    return body?.test === true ? body : null;
  } catch {
    return null;
  }
}

async function sendAgain(path: string, body: unknown): Promise<Answered> {
  try {
    const { status, body: answer } = await ask<unknown>(path, { method: 'POST', body });
    return { status, answer };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, details } = error;
    return { status, answer: { code, message, ...(details.length > 0 && { details }) } };
  }
}

const MARKS = { same: ' ', old: '−', new: '+' } as const;

function Beside({ before, after }: { before: Exchange; after: Answered }) {
  const lines = diffLines(shown(before.answer), shown(after.answer));
  const isSame = lines.every(({ kind }) => kind === 'same');
  return (
    <>
      <p>
        Before <AnswerChip status={before.status} /> now <AnswerChip status={after.status} />{' '}
        {isSame && <span className="small">The answers are the same, but for their ids and times.</span>}
      </p>
      {before.answer === null && <p className="small">The old answer was too large to keep.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="code diff" tabIndex={0} aria-label="Old and new answer">
        <pre>
          {lines.map(({ kind, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a difference never move
            <span key={index} className={`diff-${kind}`}>
              {`${MARKS[kind]} ${text}\n`}
            </span>
          ))}
        </pre>
      </section>
    </>
  );
}

/** Without what differs in every answer: how long it took, and the ids that were made. */
function shown(answer: unknown): string {
  if (answer === null) return '';
  const text = JSON.stringify(
    answer,
    (name, value) =>
      ['timeTakenMs', 'creditReportId', 'challengeId', 'expiresAt'].includes(name) ? '…' : value,
    2,
  );
  return text ?? '';
}
