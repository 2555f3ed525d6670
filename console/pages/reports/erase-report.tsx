// Erasing a report, and its evidence pack: each says what follows before it is done.
import { download } from '../../api/call.ts';
import { useForget, usePathOf } from '../../api/queries.ts';
import type { Timeline } from '../../api/shapes.ts';
import { Field, Select } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { announce } from '../../parts/toast.tsx';
import { useAct } from '../../parts/use-act.ts';
import { REASONS } from './opened-report.ts';

type Given = { timeline: Timeline; onClose: () => void };

/** `reason`: the one that the document was opened with; it need not be given twice. */
export function EvidenceDialog({ timeline, reason, onClose }: Given & { reason: string }) {
  const pathOf = usePathOf();
  const forget = useForget();
  const { creditReportId, test } = timeline;
  const form = useForm({
    id: 'evidence',
    initial: { reason },
    check: (given): Record<string, string> =>
      !test && given.reason === '' ? { reason: 'Choose why you need it' } : {},
    send: async (given) => {
      const path = pathOf('readEvidence', { params: { creditReportId }, query: given });
      await download(path, `evidence-${creditReportId}.zip`, 'application/zip');
      await forget('listAuditEntries');
      onClose();
      announce('The evidence pack was downloaded.');
    },
  });
  return (
    <FormDialog
      title="Download evidence"
      form={form}
      button="Download"
      onClose={onClose}
      about={
        <>
          <p>
            A signed ZIP: the document as JSON and PDF, its timeline, consent, charges and audit entries.
            Anybody can verify it without this service; VERIFY.md in it says how.
          </p>
          <p className="small">
            It names a person. The download is written to the audit log, with your name and the hash of the
            pack.
          </p>
        </>
      }
    >
      {!test && (
        <Select
          form={form}
          name="reason"
          label="Reason"
          hint="It goes into the audit log, too"
          options={[['', 'Choose a reason'], ...Object.entries(REASONS)]}
        />
      )}
    </FormDialog>
  );
}

/** Typed, because nothing brings it back. */
export function EraseDialog({ timeline, onClose, onErased }: Given & { onErased: () => void }) {
  const act = useAct();
  const { creditReportId, status, waiting } = timeline;
  const last4 = creditReportId.slice(-4);
  const form = useForm({
    id: 'erase',
    initial: { last4: '' },
    check: (given): Record<string, string> =>
      given.last4.trim().toLowerCase() === last4 ? {} : { last4: `Type ${last4} to erase this report` },
    send: () =>
      act('eraseReport', {
        params: { creditReportId },
        changes: ['readReport', 'listAuditEntries'],
        next: onErased,
        says: 'The report was erased.',
      }),
  });
  return (
    <FormDialog
      title="Erase this report"
      form={form}
      button="Erase for good"
      isDanger
      onClose={onClose}
      about={
        <>
          <p>This cannot be undone. What goes, at once:</p>
          <ul>
            <li>Name, date of birth, addresses, phone number and your reference</li>
            {status === 'complete' && <li>The document, its PDF and its evidence pack: they answer 410</li>}
            {waiting !== null && <li>The code that it waits for: the report fails and costs nothing</li>}
            <li>What is known of the consumer’s devices: the next report asks for a code again</li>
          </ul>
          <p>What stays:</p>
          <ul>
            <li>The status, the steps and the charges, which are not paid back</li>
            <li>The audit log, with the hashes of packs that were issued: those can still be confirmed</li>
            <li>Copies that were downloaded or sent elsewhere, and other reports about the same consumer</li>
          </ul>
          <p>Webhook endpoints that ask for report.erased are told.</p>
        </>
      }
    >
      <Field
        form={form}
        name="last4"
        label="Last four characters of the report id"
        hint={`Type ${last4}`}
        isMono
      />
    </FormDialog>
  );
}
