/** The headers of a notification, in alphabetical order; `reply-to` comes beside them where the visitor can be answered. */
export const MAIL_HEADERS = [
  'auto-submitted',
  'content-language',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
] as const;
