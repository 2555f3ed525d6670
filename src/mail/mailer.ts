// The port of mail: one plain-text message to one person. Two implementations: SMTP by configuration, and an outbox for
// development. Mail carries links that grant access, so no implementation logs what it sends.

/** `key`: by which a mail that is kept is forgotten with the consumer that it went to. */
export type Mail = { key?: string; to: string; subject: string; text: string };

export type Mailer = {
  /** Resolves when the mail was handed over; rejects when it was not. */
  send(mail: Mail): Promise<void>;
  close(): void;
};
