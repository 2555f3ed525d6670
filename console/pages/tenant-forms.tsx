// The settings of a tenant as forms, for its owner and for operators: each of them says where it sends them.
import { useState } from 'react';
import { ActButton } from '../parts/act-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Area, Field } from '../parts/field.tsx';
import { Form, SubmitButton, useForm } from '../parts/form.tsx';
import { announce } from '../parts/toast.tsx';

const DAYS_MAX = 3_650;

/** Keeping less deletes for good: so that is asked once more. */
export function RetentionForm(props: { days: number; send: (days: number) => Promise<unknown> }) {
  const [shorter, setShorter] = useState<number | null>(null);
  const save = async (days: number): Promise<void> => {
    await props.send(days);
    setShorter(null);
    announce(`Personal data is kept for ${daysOf(days)}.`);
  };
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
        <ShorterDialog days={shorter} onClose={() => setShorter(null)} save={() => save(shorter)} />
      )}
    </>
  );
}

const isDays = (text: string): boolean =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= DAYS_MAX;
const daysOf = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

function ShorterDialog(props: { days: number; onClose: () => void; save: () => Promise<void> }) {
  const [error, setError] = useState<Error | null>(null);
  return (
    <Dialog title={`Keep personal data for ${daysOf(props.days)}`} onClose={props.onClose}>
      <p>
        Documents and personal data of reports older than {daysOf(props.days)} are deleted within minutes.
        This cannot be undone.
      </p>
      {error !== null && (
        <p className="field-problem" role="alert">
          {error.message}
        </p>
      )}
      <p className="buttons">
        <ActButton kind="danger-button" act={props.save} onError={setError}>
          Delete older personal data
        </ActButton>
        <button type="button" className="button second" onClick={props.onClose}>
          Cancel
        </button>
      </p>
    </Dialog>
  );
}

export function OriginsForm(props: {
  name?: string;
  label?: string;
  origins: string[];
  send: (origins: string[]) => Promise<unknown>;
}) {
  const { name = 'allowedOrigins', label = 'Allowed origins' } = props;
  const form = useForm({
    id: name,
    initial: { [name]: props.origins.join('\n') },
    check: (): Record<string, string> => ({}),
    send: async (values) => {
      await props.send((values[name] ?? '').split(/\s+/).filter(Boolean));
      announce(`The ${label.toLowerCase()} are saved.`);
    },
  });
  return (
    <Form form={form} label={label}>
      <Area form={form} name={name} label={label} hint="One per line, such as https://apply.example" />
      <SubmitButton isBusy={form.isBusy} isSecond>
        Save {label.toLowerCase()}
      </SubmitButton>
    </Form>
  );
}
