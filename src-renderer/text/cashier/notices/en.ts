/** What an administrator has to know, and what stands instead of selling until somebody chooses. */
export const noticesEn = {
  noticesTitle: 'Please show this to whoever looks after this computer',
  noticeDatabaseDamaged: 'The receipt database was damaged. It was put aside and a new one was begun.',
  noticeDatabaseMissing: 'The receipt database is empty or gone, although it held receipts before.',
  noticeDatabaseOlder:
    'The receipt database is an older copy. Later sales are not in it. Its ready codes are not shown. Receipts that may already have been delivered wait under “Receipts”.',
  noticeDatabaseMoved:
    'The receipt database was copied or brought here. Its ready codes are not used. Receipts that may already have been delivered wait under “Receipts”. If the original is still in use, give this till a folder of its own.',
  noticeSettingsUnreadable: 'The settings could not be read. They were put aside and defaults are in use.',
  noticeRecordSetAside: 'A stored entry cannot be read and was put aside. Everything else goes on.',
  noticeNotTheService:
    'Something between this computer and the receipt service answers in its place. The receipts wait and are sent by themselves afterwards. Check the network, the proxy and any sign-in page.',
  noticeRegistrationRefused:
    'The receipt service gives out no QR codes in advance. Once the last one is used, new sales have none.',
  noticeClockWrong:
    'The clock of this computer was changed by more than an hour, or is wrong. Please check date and time. No receipts are lost.',
  noticePolicyRefused:
    'The policy file of this computer has a mistake and was not taken. Please tell your administration.',
  noticeInboxStuck:
    'Files in the folder "inbox" cannot be put away. Their receipts are still delivered once. Check who may write there and the space on the disk.',
  noticePolicyNotConnected:
    'The connection that your administration has fixed does not work yet. It is tried again by itself.',
  unsettledTitle: 'Live or training? Nothing is accepted until you choose',
  unsettledSettingsLost: 'This till was live, and its settings no longer say so.',
  unsettledAddressMissing: 'This till is live, but the address of the receipt service is missing.',
  unsettledKeychain:
    'This till is live, but the password store does not answer. Unlock or install it, then try again. What was accepted is safe and waits.',
  unsettledPolicyUntested:
    'Your administration has made this till live. The connection is still being tested, which goes on by itself.',
  unsettledPolicyUnread: 'The policy file of this computer could not be read. Please tell your administration.',
} as const;
