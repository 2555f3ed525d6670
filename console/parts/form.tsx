// Forms: input is kept; a problem is shown beside its field and in a summary above, which takes the focus. Problems that the
// service reports are shown like those found here.
import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '../api/call.ts';

export type Problems = Record<string, string>;
export type Values = Record<string, string>;

type Filled<V extends Values> = {
  /** Sets several fields, such as to what was saved of them. */
  fill(values: Partial<V>): void;
  reset(): void;
};

export type FormState<V extends Values> = Filled<V> & {
  id: string;
  values: V;
  problems: Problems;
  isBusy: boolean;
  /** The labels of the fields, as each registers itself. */
  labels: Record<string, string>;
  /** Incremented with every rejected submit, so that the summary takes the focus again. */
  tries: number;
  set(name: keyof V & string, value: string): void;
  submit(event?: FormEvent): Promise<void>;
};

/** The key `''` is a problem of the form as a whole. */
export function useForm<V extends Values>(given: {
  id: string;
  initial: V;
  check?: (values: V) => Problems;
  send: (values: V, form: Filled<V>) => Promise<unknown>;
}): FormState<V> {
  const [values, setValues] = useState(given.initial);
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  const [tries, setTries] = useState(0);
  const labels = useRef<Record<string, string>>({}).current;
  const refuse = (found: Problems): void => {
    setProblems(found);
    setTries((count) => count + 1);
  };
  const filled: Filled<V> = {
    fill: (found) => setValues((before) => ({ ...before, ...found })),
    reset: () => {
      setValues(given.initial);
      setProblems({});
    },
  };
  return {
    ...filled,
    id: given.id,
    values,
    problems,
    isBusy,
    labels,
    tries,
    set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    submit: async (event) => {
      event?.preventDefault();
      if (isBusy) return;
      const found = given.check?.(values) ?? {};
      if (Object.keys(found).length > 0) return refuse(found);
      setProblems({});
      setBusy(true);
      try {
        await given.send(values, filled);
      } catch (error) {
        refuse(toProblems(error as Error, Object.keys(values), labels));
      } finally {
        setBusy(false);
      }
    },
  };
}

function toProblems(error: Error, names: string[], labels: Record<string, string>): Problems {
  const details = error instanceof ApiError ? error.details : [];
  const found: Problems = {};
  for (const { path, message } of details) {
    const name = names.find((one) => path === `/${one}` || path.startsWith(`/${one}/`));
    // A problem without a field of this form is shown too.
    if (name === undefined) found[''] = error.message;
    else found[name] ??= sentence(labels[name] ?? '', message);
  }
  return details.length > 0 ? found : { '': error.message };
}

/** `must not be blank` continues the field's label; a text with a capital is a sentence of its own. */
function sentence(label: string, text: string): string {
  if (!/^[a-z]/.test(text)) return text;
  return label === '' ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : `${label} ${text}`;
}

export function Form<V extends Values>(props: { form: FormState<V>; children: ReactNode; label?: string }) {
  const { form } = props;
  return (
    <form noValidate onSubmit={form.submit} aria-label={props.label}>
      <Summary form={form} />
      {props.children}
    </form>
  );
}

function Summary<V extends Values>({ form }: { form: FormState<V> }) {
  const box = useRef<HTMLDivElement>(null);
  const found = Object.entries(form.problems);
  useLayoutEffect(() => {
    if (form.tries === 0) return;
    box.current?.focus();
    const title = document.title;
    document.title = `Error: ${title.replace(/^Error: /, '')}`;
    return () => {
      document.title = document.title.replace(/^Error: /, '');
    };
  }, [form.tries]);
  if (found.length === 0) return null;
  const go = (name: string): void => document.getElementById(`${form.id}-${name}`)?.focus();
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={box}>
      <h3>There is a problem</h3>
      <ul>
        {found.map(([name, text]) => (
          <li key={name}>
            {name === '' ? (
              text
            ) : (
              <a
                href={`#${form.id}-${name}`}
                onClick={(event) => {
                  event.preventDefault();
                  go(name);
                }}
              >
                {text}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** `isSecond`: where a page has several forms. `isDanger`: what it does cannot be undone. */
export function SubmitButton(props: {
  isBusy: boolean;
  isSecond?: boolean | undefined;
  isDanger?: boolean | undefined;
  children: ReactNode;
}) {
  const kind = props.isDanger ? ' danger-button' : props.isSecond ? ' second' : '';
  return (
    <button type="submit" className={`button${kind}`} aria-disabled={props.isBusy}>
      {props.children}
    </button>
  );
}
