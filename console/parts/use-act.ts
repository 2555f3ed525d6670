// What a press or a form does: it calls the service, has what changed read again, goes on, and says so. In this order: whoever hears that
// it is done finds the page as it was said. A refusal is thrown: the button, the form or the dialog shows it.
import type { Answer, Given, OperationId } from '../api/operations.ts';
import { type Changed, useCall, useForget } from '../api/queries.ts';
import { announce } from './toast.tsx';

type After<Answered> = {
  changes: Changed[];
  /** Goes on, such as by closing the dialog. */
  next?: ((answer: Answered) => unknown) | undefined;
  /** Leaves the page first, if what it shows is gone. */
  leave?: () => void;
  says?: string | ((answer: Answered) => string);
};
export type Act = <Id extends OperationId>(
  id: Id,
  given: Given<Id> & After<Answer<Id>>,
) => Promise<Answer<Id>>;

export function useAct(): Act {
  const call = useCall() as (id: OperationId, given: object) => Promise<unknown>;
  const forget = useForget();
  return async <Id extends OperationId>(id: Id, given: Given<Id> & After<Answer<Id>>) => {
    const { changes, next, leave, says }: After<Answer<Id>> = given;
    const answer = (await call(id, given)) as Answer<Id>;
    leave?.();
    await forget(...changes);
    await next?.(answer);
    if (says !== undefined) announce(typeof says === 'string' ? says : says(answer));
    return answer;
  };
}
