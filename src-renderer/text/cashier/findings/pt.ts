import type { Translation } from '../../sentences.ts';
import type { findingsEn } from './en.ts';

export const findingsPt: Translation<typeof findingsEn> = {
  findingLinesSum: 'As linhas não perfazem o total.',
  findingPaymentsSum: 'Os pagamentos não perfazem o total.',
  findingVat: 'Um valor de IVA não está certo.',
  findingCurrency: 'A moeda não é conhecida.',
  findingEInvoice: 'Falta um dado exigido numa fatura eletrónica.',
  findingExample: 'A caixa marcou o recibo como exemplo.',
  findingOtherLoyalty: 'A caixa indica outra operação de fidelização. A que foi iniciada aqui não consta do recibo.',
  findingIdReplaced: 'O número da caixa para o recibo não foi aceite. Agora tem outro.',
  findingTechnical: 'O programa da caixa escreve algo de forma diferente da prevista. Avise quem cuida dele.',
  forSupport: 'Para o suporte: {{words}}',
};
