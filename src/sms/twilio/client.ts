// Twilio as a gateway: one POST a message, and the status callbacks that come back.
import type { Gateway, HandOver } from '../gateway.ts';
import { createPostForm, type FormAnswer, fromJson } from '../post-form.ts';
import { idsIn, receiptUrl } from '../receipt-path.ts';
import { isSigned } from './signature.ts';
import { isAccepted, messagesPath, SIGNATURE_HEADER, stateOf, type TwilioMessage } from './wire.ts';

export function createTwilio(needs: {
  url: string;
  accountSid: string;
  authToken: string;
  /** A messaging service picks the sender itself, where one is given. */
  messagingServiceSid: string | null;
  sender: string;
  publicUrl: string;
  deadlineMs: number;
  isSimulated: boolean;
}): Gateway {
  const { post, close } = createPostForm(needs);
  const authorization = `Basic ${Buffer.from(`${needs.accountSid}:${needs.authToken}`).toString('base64')}`;
  const from =
    needs.messagingServiceSid === null
      ? { From: needs.sender }
      : { MessagingServiceSid: needs.messagingServiceSid };

  return {
    id: 'twilio',
    isSimulated: needs.isSimulated,
    send: async (message) => {
      const form: TwilioMessage = {
        To: message.to,
        ...from,
        Body: message.text,
        StatusCallback: receiptUrl(needs.publicUrl, 'twilio', message),
        ValidityPeriod: String(message.validitySeconds),
        ContentRetention: 'discard',
        AddressRetention: 'obfuscate',
      };
      return handOverOf(await post(`${needs.url}${messagesPath(needs.accountSid)}`, form, { authorization }));
    },
    readReceipt: ({ url, headers, body }) => {
      const form = new URLSearchParams(body);
      if (!isSigned(needs.authToken, url, form, headers[SIGNATURE_HEADER])) return 'forged';
      // The address is signed with the rest, so its ids are Twilio's word.
      const ids = idsIn(url, 'twilio');
      const state = stateOf(form.get('MessageStatus') ?? form.get('SmsStatus'));
      return ids === null || state === undefined ? 'unreadable' : { ...ids, state };
    },
    close,
  };
}

function handOverOf(answer: FormAnswer): HandOver {
  if (answer === 'not-sent') return 'refused';
  if (answer === 'no-answer') return 'unknown';
  const { status, text } = answer;
  // 408 is said by something in between, which does not know either.
  if (status >= 400 && status < 500 && status !== 408) return 'refused';
  if (status !== 201 && status !== 200) return 'unknown';
  const accepted = fromJson(text);
  if (!isAccepted(accepted)) return 'unknown';
  return stateOf(accepted.status) === 'not-delivered' ? 'refused' : 'accepted';
}
