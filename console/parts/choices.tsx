// Radio buttons and check boxes, each with a hint below.
import type { ReactNode } from 'react';
import { FieldProblem, type FieldProps } from './field.tsx';
import type { Values } from './form.tsx';

type Option = { value: string; label: string; hint?: string };

export function Choices(props: {
  legend: string;
  name: string;
  value: string;
  options: Option[];
  onChange: (value: string) => void;
  /** Each in a box of its own. */
  isCards?: boolean;
}) {
  return (
    <fieldset className={props.isCards ? 'choice-cards' : undefined}>
      <legend>{props.legend}</legend>
      {props.options.map((option) => (
        <Choice key={option.value} option={option}>
          <input
            type="radio"
            name={props.name}
            value={option.value}
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
          />
        </Choice>
      ))}
    </fieldset>
  );
}

/** Check boxes; the field's value is the selected ones, separated by spaces. */
export function Checks<V extends Values>(
  props: Omit<FieldProps<V>, 'hint'> & { options: readonly Option[] },
) {
  const { form, name } = props;
  const chosen = (form.values[name] ?? '').split(' ').filter(Boolean);
  const wrong = form.problems[name];
  const id = `${form.id}-${name}`;
  const toggle = (value: string): void =>
    form.set(
      name,
      props.options
        .map((option) => option.value)
        .filter((one) => chosen.includes(one) !== (one === value))
        .join(' '),
    );
  return (
    <fieldset
      className={wrong === undefined ? undefined : 'wrong'}
      aria-describedby={wrong === undefined ? undefined : `${id}-error`}
    >
      <legend>{props.label}</legend>
      {wrong !== undefined && <FieldProblem id={`${id}-error`} text={wrong} />}
      {props.options.map((option, index) => (
        <Choice key={option.value} option={option}>
          <input
            type="checkbox"
            // The summary links to the first one.
            id={index === 0 ? id : undefined}
            checked={chosen.includes(option.value)}
            onChange={() => toggle(option.value)}
          />
        </Choice>
      ))}
    </fieldset>
  );
}

export function Choice({ option, children }: { option: Omit<Option, 'value'>; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is a child
    <label className="choice">
      {children}
      <span>
        {option.label}
        {option.hint !== undefined && <small>{option.hint}</small>}
      </span>
    </label>
  );
}
