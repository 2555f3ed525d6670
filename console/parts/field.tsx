// The fields of a form: label, hint and problem belong to their control.
import type { ReactNode } from 'react';
import type { FormState, Values } from './form.tsx';

export type FieldProps<V extends Values> = {
  form: FormState<V>;
  name: keyof V & string;
  label: string;
  hint?: string;
};

export function Field<V extends Values>(
  props: FieldProps<V> & {
    type?: 'text' | 'email' | 'password' | 'number' | 'date';
    autoComplete?: string;
    inputMode?: 'numeric' | 'decimal';
    isMono?: boolean;
    /** For a number of a few digits. */
    isShort?: boolean;
  },
) {
  const { form, name } = props;
  return (
    <Around {...props}>
      <input
        {...wiring(props)}
        type={props.type ?? 'text'}
        className={props.isMono ? 'mono' : props.isShort ? 'short' : undefined}
        value={form.values[name]}
        onChange={(event) => form.set(name, event.target.value)}
        autoComplete={props.autoComplete ?? 'off'}
        inputMode={props.inputMode}
        autoCapitalize="off"
        spellCheck={false}
      />
    </Around>
  );
}

/** Several lines of text. */
export function Area<V extends Values>(props: FieldProps<V> & { rows?: number }) {
  const { form, name } = props;
  return (
    <Around {...props}>
      <textarea
        {...wiring(props)}
        rows={props.rows ?? 3}
        value={form.values[name]}
        onChange={(event) => form.set(name, event.target.value)}
        autoCapitalize="off"
        spellCheck={false}
      />
    </Around>
  );
}

export function Select<V extends Values>(
  props: FieldProps<V> & { options: [value: string, label: string][] },
) {
  const { form, name } = props;
  return (
    <Around {...props}>
      <select
        {...wiring(props)}
        value={form.values[name]}
        onChange={(event) => form.set(name, event.target.value)}
      >
        {props.options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Around>
  );
}

function wiring<V extends Values>({ form, name, hint }: FieldProps<V>) {
  const id = `${form.id}-${name}`;
  const wrong = form.problems[name];
  const describedBy = [hint !== undefined && `${id}-hint`, wrong !== undefined && `${id}-error`].filter(
    Boolean,
  );
  return {
    id,
    name,
    'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
    'aria-invalid': wrong !== undefined ? true : undefined,
  };
}

function Around<V extends Values>(props: FieldProps<V> & { children: ReactNode }) {
  props.form.labels[props.name] = props.label;
  const id = `${props.form.id}-${props.name}`;
  const wrong = props.form.problems[props.name];
  return (
    <div className={wrong === undefined ? 'field' : 'field wrong'}>
      <label htmlFor={id}>{props.label}</label>
      {props.hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
      {wrong !== undefined && <FieldProblem id={`${id}-error`} text={wrong} />}
      {props.children}
    </div>
  );
}

export function FieldProblem({ id, text }: { id: string; text: string }) {
  return (
    <p className="field-problem" id={id}>
      <span className="unseen">Error: </span>
      {text}
    </p>
  );
}
