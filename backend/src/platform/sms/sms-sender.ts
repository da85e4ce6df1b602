export interface TextMessage {
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** The one-time code in the text, if any, for programs that read the outbox. */
  readonly code?: string;
}

/** Sends text messages. Resolves once the provider has accepted the message. */
export interface SmsSender {
  /** @throws SmsNotSent */
  send(message: TextMessage): Promise<void>;
}

/** The provider did not accept the message. Contains neither the number nor the text. */
export class SmsNotSent extends Error {
  override readonly name = 'SmsNotSent';
}
