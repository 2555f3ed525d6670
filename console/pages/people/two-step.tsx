// Two-step verification: an authenticator is set up with a QR code and confirmed with its first code; recovery codes are shown once;
// switching it off requires the password.
import { useState } from 'react';
import { saveFile } from '../../api/call.ts';
import { type Changed, useCall, useGet } from '../../api/queries.ts';
import type { TotpSetUp } from '../../api/shapes.ts';
import { CopyButton } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { SettingsRow } from '../../parts/settings-row.tsx';
import { Shown } from '../../parts/states.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { useAct } from '../../parts/use-act.ts';

type Asked = 'set-up' | 'disable' | 'codes';
/** The profile says whether it is on. */
const CHANGES: Changed[] = ['openConsole', 'readMyTotp', 'listMySessions'];

export function TwoStep() {
  const state = useGet('readMyTotp');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [setUp, setSetUp] = useState<TotpSetUp | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const call = useCall();
  const act = useAct();
  const close = (): void => {
    setAsked(null);
    setSetUp(null);
  };
  const show = ({ recoveryCodes }: { recoveryCodes: string[] }): void => {
    close();
    setCodes(recoveryCodes);
  };
  return (
    <SettingsRow
      title="Two-step verification"
      about="A code from an authenticator app, besides your password."
    >
      <Shown query={state} data={state.data}>
        {({ isEnabled, recoveryCodesLeft }) =>
          isEnabled ? (
            <>
              <p>
                <Chip tone="ok" shape="●" word="On" /> {recoveryCodesLeft} recovery codes left.
              </p>
              <p className="buttons">
                <button type="button" className="button second" onClick={() => setAsked('codes')}>
                  New recovery codes
                </button>
                <button type="button" className="button second" onClick={() => setAsked('disable')}>
                  Switch off
                </button>
              </p>
            </>
          ) : (
            <>
              <p>
                <Chip tone="plain" shape="○" word="Off" /> With it, a stolen password is not enough to get in.
              </p>
              <button type="button" className="button" onClick={() => setAsked('set-up')}>
                Set up an authenticator
              </button>
            </>
          )
        }
      </Shown>
      {asked === 'set-up' && setUp === null && (
        <PasswordDialog
          title="Set up an authenticator"
          button="Continue"
          onClose={close}
          send={async (password) => setSetUp(await call('beginTotp', { body: { password } }))}
        />
      )}
      {setUp !== null && <ConfirmDialog setUp={setUp} onClose={close} onDone={show} />}
      {asked === 'codes' && (
        <PasswordDialog
          title="New recovery codes"
          button="Replace the old codes"
          onClose={close}
          send={(password) => act('renewRecoveryCodes', { body: { password }, changes: CHANGES, next: show })}
        />
      )}
      {asked === 'disable' && (
        <PasswordDialog
          title="Switch off two-step verification"
          button="Switch off"
          onClose={close}
          send={(password) =>
            act('disableTotp', {
              body: { password },
              changes: CHANGES,
              next: close,
              says: 'Two-step verification is off.',
            })
          }
        />
      )}
      {codes !== null && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </SettingsRow>
  );
}

function PasswordDialog(props: {
  title: string;
  button: string;
  send: (password: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useForm({
    id: 'proof',
    initial: { password: '' },
    check: ({ password }): Record<string, string> =>
      password === '' ? { password: 'Enter your password' } : {},
    send: ({ password }) => props.send(password),
  });
  return (
    <FormDialog title={props.title} form={form} button={props.button} onClose={props.onClose}>
      <Field
        form={form}
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
      />
    </FormDialog>
  );
}

function ConfirmDialog(props: {
  setUp: TotpSetUp;
  onClose: () => void;
  onDone: (made: { recoveryCodes: string[] }) => void;
}) {
  const { setUp } = props;
  const act = useAct();
  const form = useForm({
    id: 'totp',
    initial: { code: '' },
    check: ({ code }): Record<string, string> =>
      /^\d{6}$/.test(code.replaceAll(/[\s-]/g, '')) ? {} : { code: 'Enter the 6 numbers that the app shows' },
    send: ({ code }) =>
      act('confirmTotp', {
        body: { code: code.replaceAll(/[\s-]/g, '') },
        changes: CHANGES,
        next: props.onDone,
      }),
  });
  return (
    <FormDialog
      title="Scan this with your authenticator app"
      form={form}
      button="Confirm"
      onClose={props.onClose}
      about={
        <>
          <img
            className="qr"
            alt="QR code for the authenticator app"
            src={`data:image/svg+xml,${encodeURIComponent(setUp.qrSvg)}`}
          />
          <p>
            Or enter this key: <code data-totp>{setUp.secret}</code> <CopyButton text={setUp.secret} />
          </p>
        </>
      }
    >
      <Field
        form={form}
        name="code"
        label="Code from the app"
        hint="6 numbers"
        inputMode="numeric"
        autoComplete="one-time-code"
        isMono
      />
    </FormDialog>
  );
}

function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = codes.join('\n');
  return (
    <Dialog title="Recovery codes" onClose={onClose} isFirm>
      <p>For when you lose your phone. Each code works once. They are shown only once.</p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="buttons">
        <CopyButton text={text} label="Copy all" />
        <button
          type="button"
          className="button second small"
          onClick={() => saveFile(new Blob([`${text}\n`]), 'recovery-codes.txt')}
        >
          Download
        </button>
      </p>
      <button type="button" className="button" onClick={onClose}>
        I have stored them
      </button>
    </Dialog>
  );
}
