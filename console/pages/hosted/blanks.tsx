// The blanks of a consent text as fields: what is typed stands in the text at once.
import { useId } from 'react';
import { blanksIn } from '../../../src/domain/hosted/consent-text.ts';

export type Filled = Readonly<Record<string, string>>;

export function Blanks(props: { body: string; filled: Filled; onFilled: (filled: Filled) => void }) {
  const id = useId();
  return blanksIn(props.body)
    .filter((blank) => blank !== '')
    .map((blank, index) => (
      <div className="field" key={blank}>
        <label htmlFor={`${id}-${index}`}>
          <bdi>{blank.slice(0, 1).toUpperCase() + blank.slice(1)}</bdi>
        </label>
        <input
          id={`${id}-${index}`}
          type="text"
          autoComplete="off"
          value={props.filled[blank] ?? ''}
          onChange={(event) => props.onFilled({ ...props.filled, [blank]: event.target.value })}
        />
      </div>
    ));
}
