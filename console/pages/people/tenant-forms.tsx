// The settings of a tenant as forms, for its owner and for operators: each of them says where it sends them.
import { useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Area, Field } from '../../parts/field.tsx';
import { Form, SubmitButton, useForm } from '../../parts/form.tsx';

const DAYS_MAX = 3_650;

/** Keeping less deletes for good: so that is asked once more. */
export function RetentionForm(props: {
  days: number;
  send: (days: number, after: { next: () => void; says: string }) => Promise<unknown>;
}) {
  const [shorter, setShorter] = useState<number | null>(null);
  const close = (): void => setShorter(null);
  const save = (days: number) =>
    props.send(days, { next: close, says: `Personal data is kept for ${daysOf(days)}.` });
  const form = useForm({
    id: 'retention',
    initial: { retentionDays: String(props.days) },
    check: ({ retentionDays }): Record<string, string> =>
      isDays(retentionDays) ? {} : { retentionDays: `Enter a number of days, from 1 to ${DAYS_MAX}` },
    send: async ({ retentionDays }) => {
      const days = Number(retentionDays);
      if (days < props.days) setShorter(days);
      else await save(days);
    },
  });
  return (
    <>
      <Form form={form} label="Retention">
        <Field form={form} name="retentionDays" label="Days" inputMode="numeric" isShort />
        <SubmitButton isBusy={form.isBusy} isSecond>
          Save retention
        </SubmitButton>
      </Form>
      {shorter !== null && (
        <ConfirmDialog
          title={`Keep personal data for ${daysOf(shorter)}`}
          button="Delete older personal data"
          act={() => save(shorter)}
          onClose={close}
        >
          <p>
            Documents and personal data of reports older than {daysOf(shorter)} are deleted within minutes.
            This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const isDays = (text: string): boolean =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= DAYS_MAX;
const daysOf = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

const ONE_A_LINE = 'One per line, such as https://apply.example';
const linesOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

export function OriginsForm(props: {
  origins: string[];
  send: (origins: string[], says: string) => Promise<unknown>;
}) {
  const form = useForm({
    id: 'origins',
    initial: { allowedOrigins: props.origins.join('\n') },
    send: ({ allowedOrigins }) => props.send(linesOf(allowedOrigins), 'The allowed origins are saved.'),
  });
  return (
    <Form form={form} label="Allowed origins">
      <Area form={form} name="allowedOrigins" label="Allowed origins" hint={ONE_A_LINE} />
      <SubmitButton isBusy={form.isBusy} isSecond>
        Save allowed origins
      </SubmitButton>
    </Form>
  );
}

/** Where the hosted page leads back to, and what may show it. */
export function HostedOriginsForm(props: {
  settings: { returnOrigins: string[]; embedOrigins: string[] };
  send: (
    body: { returnOrigins: string[]; embedOrigins: string[] },
    after: { says: string },
  ) => Promise<unknown>;
}) {
  const { returnOrigins, embedOrigins } = props.settings;
  const form = useForm({
    id: 'sites',
    initial: { returnOrigins: returnOrigins.join('\n'), embedOrigins: embedOrigins.join('\n') },
    send: (typed) =>
      props.send(
        { returnOrigins: linesOf(typed.returnOrigins), embedOrigins: linesOf(typed.embedOrigins) },
        { says: 'Your websites are saved.' },
      ),
  });
  return (
    <Form form={form} label="Your websites">
      <Area form={form} name="returnOrigins" label="Return origins" hint={ONE_A_LINE} />
      <Area form={form} name="embedOrigins" label="Embedding origins" hint={ONE_A_LINE} />
      <SubmitButton isBusy={form.isBusy} isSecond>
        Save websites
      </SubmitButton>
    </Form>
  );
}
