// Twilio as a gateway: one POST a message, and the status callbacks that come back.
import type { Gateway, HandOver, TextMessage } from '../gateway.ts';
import { basic, createPostForm } from '../post-form.ts';
import { idsIn, receiptUrl } from '../receipt-path.ts';
import { isSigned } from './signature.ts';
import {
  accountPath,
  isAccepted,
  isActive,
  messagesPath,
  SIGNATURE_HEADER,
  stateOf,
  type TwilioMessage,
} from './wire.ts';

export function createTwilio(needs: {
  url: string;
  accountSid: string;
  authToken: string;
  /** Where one is given, it picks the sender itself. */
  messagingServiceSid: string | null;
  sender: string;
  publicUrl: string;
  deadlineMs: number;
  isSimulated: boolean;
}): Gateway {
  const { post, readAccount, close } = createPostForm(needs);
  const authorization = basic(needs.accountSid, needs.authToken);
  const from = ({ sender }: TextMessage) =>
    needs.messagingServiceSid === null || sender !== undefined
      ? { From: sender ?? needs.sender }
      : { MessagingServiceSid: needs.messagingServiceSid };

  return {
    id: 'twilio',
    isSimulated: needs.isSimulated,
    send: async (message) => {
      const form: TwilioMessage = {
        To: message.to,
        ...from(message),
        Body: message.text,
        StatusCallback: receiptUrl(needs.publicUrl, 'twilio', message),
        ValidityPeriod: String(message.validitySeconds),
        ContentRetention: 'discard',
        AddressRetention: 'obfuscate',
      };
      const url = `${needs.url}${messagesPath(needs.accountSid)}`;
      return post({ url, form, headers: { authorization }, read });
    },
    tryCredentials: () =>
      readAccount({
        url: `${needs.url}${accountPath(needs.accountSid)}`,
        user: needs.accountSid,
        password: needs.authToken,
        isOpen: isActive,
      }),
    readReceipt: ({ url, headers, body }) => {
      const form = new URLSearchParams(body);
      if (!isSigned(needs.authToken, url, form, headers[SIGNATURE_HEADER])) return 'forged';
      // The signature covers the address, so the ids in it are authentic.
      const ids = idsIn(url, 'twilio');
      const state = stateOf(form.get('MessageStatus') ?? form.get('SmsStatus'));
      return ids === null || state === undefined ? 'unreadable' : { ...ids, state };
    },
    close,
  };
}

function read(json: unknown): HandOver {
  if (!isAccepted(json)) return 'unknown';
  return stateOf(json.status) === 'not-delivered' ? 'refused' : 'accepted';
}
