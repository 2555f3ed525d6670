// A form in a dialog, with its two buttons: submit and cancel.
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { Form, type FormState, SubmitButton, type Values } from './form.tsx';

export function FormDialog<V extends Values>(props: {
  title: string;
  form: FormState<V>;
  button: string;
  /** What it does cannot be undone. */
  isDanger?: boolean;
  /** Stands above the form. */
  about?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const { form } = props;
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      {props.about}
      <Form form={form}>
        {props.children}
        <p className="buttons">
          <SubmitButton isBusy={form.isBusy} isDanger={props.isDanger}>
            {props.button}
          </SubmitButton>
          <button type="button" className="button second" onClick={props.onClose}>
            Cancel
          </button>
        </p>
      </Form>
    </Dialog>
  );
}
