/** What a person has to know. About the app's files: until the note in the folder is removed; else while it is so. */
export const noticeCodes = [
  'databaseDamaged', // kept aside; an empty one was begun
  'databaseMissing', // empty or gone although it held data before
  'databaseOlder', // an older copy than the one before: later sales are not in it
  'databaseMoved', // from another installation; its ready receipt ids are not used
  'settingsUnreadable', // kept aside; defaults are in use
  'recordSetAside', // a stored sale, bill or till cannot be read: it is left as it is, everything else goes on
  'notTheService', // a web page or a gateway answers in the place of the service
  'notUnderstood', // it answers, and not as the interface document has it; `deviations` says where
  'registrationRefused', // the service registers no receipt ids in advance; `refusals` has its words
  'clockWrong', // the clock jumped within the last hour, or differs from the service's, by more than an hour
  'connectionUnsettled', // it was live and nothing says that it still is; nothing is accepted until a person has chosen
  'policyRefused', // the machine-wide policy file does not fit: the last good one stays in force, or none
  'policyNotConnected', // its connection was tested and does not work; it is tested again at the next start
  'policyChanged', // the policy file or its account was changed; that takes effect at the next start
  'secretNotGiven', // a secret of the environment, beside an address that only the settings file names
  'inboxStuck', // files stay in the watched folder: not taken, not put away, of another connection or another kind
  'portTaken', // another program has an address of the POS API; it is tried again every 30 seconds
  'otherConnectionWaits', // receipts of another account or address wait here until it is back
] as const;
export type NoticeCode = (typeof noticeCodes)[number];
