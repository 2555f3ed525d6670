// The playground: a scenario, its request, the answer, and the next step as a form. Test mode only: a request without
// `"test": true` is not sent.
import { type KeyboardEvent, useState } from 'react';
import { Link } from 'wouter';
import { modifier } from '../../frame/shortcut.ts';
import { useTenant } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { Choices } from '../../parts/choices.tsx';
import { CopyButton } from '../../parts/copy-field.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Field, FieldProblem } from '../../parts/field.tsx';
import { Form, SubmitButton, useForm } from '../../parts/form.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Answer } from './playground-answer.tsx';
import { useRun } from './playground-run.ts';
import { BRANCHES, PLAIN_NUMBER, REFUSALS, requestOf, SCENARIOS, TEST_CODE, TEST_DATA } from './scenarios.ts';

const WRONG_CODE = '000000';

export function PlaygroundPage() {
  const { mode, tenantId } = useTenant();
  if (mode === 'test') return <Playground />;
  return (
    <>
      <PageHeader title="Playground" />
      <EmptyState action={<Link href={`/${tenantId}/test/playground`}>Switch to test mode</Link>}>
        The playground makes test reports only. Nothing here can reach a real person.
      </EmptyState>
    </>
  );
}

function Playground() {
  const run = useRun();
  const [chosen, setChosen] = useState({
    scenario: 'default',
    branch: new URLSearchParams(location.search).get('branch') === 'challenge' ? 'challenge' : 'allow',
    number: PLAIN_NUMBER,
    refusal: '',
  });
  const form = useForm({
    id: 'request',
    initial: { body: bodyOf(chosen) },
    check: ({ body }) => checkBody(body),
    send: ({ body }) => run.generate(JSON.parse(body)),
  });
  const choose = (next: Partial<Chosen>): void => {
    const all = { ...chosen, ...next };
    setChosen(all);
    form.set('body', bodyOf(all));
  };
  const sendByKeys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void form.submit();
  };
  const wrong = form.problems.body;
  return (
    <>
      <PageHeader title="Playground">
        Test reports are free and about nobody. Send one and walk it to its end.
      </PageHeader>
      <div className="playground">
        <section aria-labelledby="scenario">
          <h2 id="scenario">Scenario</h2>
          <Choices
            legend="Records"
            name="scenario"
            value={chosen.scenario}
            options={SCENARIOS}
            onChange={(scenario) => choose({ scenario })}
          />
          <Choices
            legend="Branch"
            name="branch"
            value={chosen.branch}
            options={BRANCHES}
            onChange={(branch) => choose({ branch })}
          />
          <TestData number={chosen.number} onChange={(number) => choose({ number })} />
          <div className="field">
            <label htmlFor="refusal">What is wrong with it</label>
            <select
              id="refusal"
              value={chosen.refusal}
              onChange={(event) => choose({ refusal: event.target.value })}
            >
              {REFUSALS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        </section>
        <section aria-labelledby="request">
          <h2 id="request">Request</h2>
          <Form form={form} label="Request">
            <label htmlFor="request-body">Body, as JSON</label>
            {wrong !== undefined && <FieldProblem id="request-body-error" text={wrong} />}
            <textarea
              id="request-body"
              name="body"
              className="mono"
              rows={form.values.body.split('\n').length + 1}
              spellCheck={false}
              value={form.values.body}
              onChange={(event) => form.set('body', event.target.value)}
              onKeyDown={sendByKeys}
              aria-describedby={wrong === undefined ? undefined : 'request-body-error'}
              aria-invalid={wrong === undefined ? undefined : true}
            />
            <p className="buttons sticky-end">
              <SubmitButton isBusy={form.isBusy}>Send</SubmitButton>
              <CopyButton text={run.asCurl(form.values.body)} label="Copy as curl" />
              <small>{modifier()}Enter sends</small>
            </p>
          </Form>
        </section>
        <section aria-labelledby="response">
          <h2 id="response">Response</h2>
          <Walk steps={run.steps} />
          {run.said === null ? (
            <EmptyState>Nothing sent yet.</EmptyState>
          ) : (
            <>
              <p role="status" className={run.said.isRefusal ? 'status-line danger' : 'status-line'}>
                {run.said.line}
              </p>
              {run.said.wrong.length > 0 && (
                <ul className="plain-list wrong-parts">
                  {run.said.wrong.map(({ path, message }) => (
                    <li key={path + message}>
                      <code>{path}</code> {message}
                    </li>
                  ))}
                </ul>
              )}
              {run.open !== null && <NextStep key={run.open.challengeId} run={run} />}
              {run.reportId !== null && run.open === null && <ReportLink reportId={run.reportId} />}
              <Answer said={run.said} />
            </>
          )}
        </section>
      </div>
    </>
  );
}

type Chosen = { scenario: string; branch: string; number: string; refusal: string };
const bodyOf = ({ scenario, branch, number, refusal }: Chosen): string =>
  requestOf(scenario, branch, number, refusal);

function TestData({ number, onChange }: { number: string; onChange: (number: string) => void }) {
  return (
    <div className="field">
      <label htmlFor="test-data">Test data</label>
      <select
        id="test-data"
        aria-describedby="test-data-hint"
        value={number}
        onChange={(event) => onChange(event.target.value)}
      >
        {TEST_DATA.map((one) => (
          <option key={one.number} value={one.number}>
            {one.label}
          </option>
        ))}
      </select>
      <small id="test-data-hint">
        <span className="mono">{number}</span> {TEST_DATA.find((one) => one.number === number)?.words}
      </small>
    </div>
  );
}

function ReportLink({ reportId }: { reportId: string }) {
  const { home } = useTenant();
  return (
    <p>
      <Link href={`${home}/reports/${reportId}`}>Open this report</Link>
    </p>
  );
}

/** The states so far. */
function Walk({ steps }: { steps: string[] }) {
  if (steps.length === 0) return null;
  return (
    <ol className="walk" aria-label="States so far">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only appended
        <li key={index}>{step}</li>
      ))}
    </ol>
  );
}

function NextStep({ run }: { run: ReturnType<typeof useRun> }) {
  const form = useForm({
    id: 'code',
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: 'Enter the code' } : ({} as Record<string, string>)),
    send: async ({ code }) => {
      await run.submit(code.trim());
    },
  });
  return (
    <div className="card next-step">
      <h3>Next step: the code</h3>
      <Form form={form} label="Code">
        <Field
          form={form}
          name="code"
          label="Code"
          hint={`In test mode ${TEST_CODE} is right`}
          inputMode="numeric"
          autoComplete="one-time-code"
          isMono
        />
        <p className="buttons">
          <SubmitButton isBusy={form.isBusy}>Submit code</SubmitButton>
          <ActButton kind="second" act={() => run.submit(WRONG_CODE)}>
            Wrong code
          </ActButton>
          <ActButton kind="second" act={run.resend}>
            Resend
          </ActButton>
        </p>
      </Form>
    </div>
  );
}

function checkBody(text: string): Record<string, string> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return { body: `This is not JSON: ${(error as Error).message}` };
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { body: 'The body must be a JSON object' };
  if ((body as { test?: unknown }).test !== true)
    return { body: 'The playground sends test requests only: "test" must be true' };
  return {};
}
