/** Reasons for bills that the app refuses and the training service accepts. The reverse must not occur. */
interface Difference {
  readonly why: string;
  readonly codes: readonly string[];
  /** The place as a JSON pointer without the numbers of entries. */
  readonly at: RegExp;
}

const names = (text: string): RegExp => new RegExp(`/(?:${text.trim().split(/\s+/).join('|')})$`);

const intendedDifferences: readonly Difference[] = [
  {
    why: 'The service documents no type for these fields. The app refuses values that no reader can show.',
    codes: ['type', 'length'],
    at: names(`
      vatId taxNumber street postalCode city countryCode customerNumber buyer/name eMailAddress cashRegister/number version
      groupId groupName equivalentValueName discounts/id conversionFactor
      cardNumber bankName terminalId terminalDateTime terminalTime terminalDate cardExpiryDate authCode
      additionalText deliveryPeriodStart deliveryPeriodEnd item/number categoryId isReturn
      gtin plu serialNumber pricePerUnitBeforeDiscounts customQuantityMeasure
      signatureAlgorithm logTimeFormat certificate timestampStart timestampEnd firstOrder transactionNumber signatureNumber
      processData processType signature qrCodeData link fiscalization/id posInspectionQrData additionalLegalText
      displayName displayed value additionalData/type publicKey signedData tseFailure tseRequired
      isPrimaryReceipt isPrintBuffer receiptLanguage isExample isInvoice isHospitalityBill isCopy returnBarcode cashierName
      receiptTransactionType afterSalesCoupons/title afterSalesCoupons/code description
      transactionId redeemedRewards/identifier redeemedRewards/name collectedPoints usedPoints
    `),
  },
  {
    why: 'The service does not document whether its 2 decimals apply to foreign amounts. The app uses ISO 4217.',
    codes: ['decimals'],
    at: /\/foreignAmount$/,
  },
  {
    why: 'The service does not document that the additional TSE data is the `extension` of a Tse.',
    codes: ['missing', 'null', 'type'],
    at: /\/fiscalization\/extension(?:\/\w+)?$/,
  },
  {
    why: 'The app sends no card numbers, and no numbers or depths of JSON that common software cannot read.',
    codes: ['card-number', 'number', 'depth'],
    at: /^(?!.*\/cardPan$)/,
  },
];

/** The app's issues ("pointer code") that no listed difference explains. */
export const unexplained = (issues: readonly string[]): readonly string[] =>
  issues.filter((issue) => {
    const [pointer = '', code = ''] = issue.split(/ (?=[^ ]+$)/);
    const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, '');
    return !intendedDifferences.some(({ codes, at }) => codes.includes(code) && at.test(place));
  });
