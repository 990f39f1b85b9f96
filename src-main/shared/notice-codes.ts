/** A notice about files lasts until the note in the folder is removed, every other while its cause lasts. */
export const noticeCodes = [
  'databaseDamaged', // kept aside; an empty one was begun
  'databaseMissing', // empty or gone although it held data before
  'databaseOlder', // an older copy than the one before: later sales are not in it
  'databaseMoved', // from another installation; its ready receipt ids are not used
  'settingsUnreadable', // kept aside; defaults are in use
  'recordSetAside', // a stored sale, bill or till cannot be read: it is left as it is and the rest continues
  'notTheService', // a web page or a gateway answers in the place of the service
  'notUnderstood', // the service answers, but not as receipt-service.md describes; `deviations` names the places
  'registrationRefused', // the service registers no receipt ids in advance; `refusals` has its words
  'clockWrong', // the clock jumped within the last hour, or differs from the service's, by more than an hour
  'setupRequired', // it was live and its settings no longer name the connection; nothing is accepted until a person has chosen
  'policyRefused', // the machine-wide policy file does not fit: the last good one stays in force, or none
  'policyNotConnected', // its connection was tested and does not work; it is tested again at the next start
  'policyChanged', // the policy file or its account was changed; that takes effect at the next start
  'secretNotGiven', // a secret of the environment, beside an address that only the settings file names
  'inboxStuck', // files stay in the watched folder: not taken, not put away, of another connection or another kind
  'portTaken', // another program has an address of the POS API; it is tried again every 30 seconds
  'otherConnectionWaits', // receipts of another account or address wait here until it is back
] as const;
export type NoticeCode = (typeof noticeCodes)[number];
