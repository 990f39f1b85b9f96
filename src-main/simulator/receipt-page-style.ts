/** The look of the receipt page: paper on a calm table, for a phone of 360 to 430 px first. */
export const pageStyle = `
:root { --ink: #1d2320; --soft: #5d6661; --line: #d9d6cc; --paper: #fffefa; --table: #e9e6dc; --accent: #1f5c4a; --mark: #8a3b12; }
* { box-sizing: border-box; margin: 0; }
html { -webkit-text-size-adjust: 100%; }
body { background: var(--table); color: var(--ink); padding: 20px 14px 40px; min-height: 100vh;
  font: 16px/1.45 "Avenir Next", Avenir, Seravek, "Segoe UI", Roboto, "Noto Sans", sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 420px; margin: 0 auto; background: var(--paper); padding: 34px 24px 40px;
  --tooth: conic-gradient(from -45deg at bottom, #0000, #000 1deg 89deg, #0000 90deg) 50% / 14px 100%;
  -webkit-mask: var(--tooth); mask: var(--tooth); }
h1 { font-size: 1.5rem; line-height: 1.2; letter-spacing: -.01em; font-weight: 650; text-wrap: balance; }
h2 { font-size: .8125rem; font-weight: 600; color: var(--soft); margin-bottom: 8px; }
header { text-align: center; }
header p, .soft { color: var(--soft); font-size: .875rem; }
header p, header .tag { margin-top: 4px; }
header p, footer, .mark, .state p { text-wrap: balance; }
section { border-top: 1px dashed var(--line); padding-top: 18px; margin-top: 18px; }
.mark { background: var(--mark); color: #fff; margin: -34px -24px 26px; padding: 26px 24px 12px; text-align: center; font-size: .8125rem; }
.mark b { display: block; font-size: 1.0625rem; letter-spacing: .18em; padding-left: .18em; }
.tag { display: inline-block; border: 1px solid currentColor; border-radius: 3px; padding: 0 6px; font-size: .75rem; color: var(--mark); }
.row { display: flex; justify-content: space-between; gap: 16px; align-items: baseline; }
.row > :first-child { min-width: 0; overflow-wrap: anywhere; }
.row > :last-child { white-space: nowrap; text-align: right; }
.row.wrap > :last-child { white-space: normal; overflow-wrap: anywhere; }
ul { list-style: none; padding: 0; }
li + li { margin-top: 12px; }
li ul { padding-left: 14px; margin-top: 6px; } li li + li { margin-top: 4px; }
li.note { color: var(--soft); font-size: .9375rem; }
li.discount { color: var(--accent); }
.sum { font-size: 1.625rem; font-weight: 680; letter-spacing: -.015em; line-height: 1.2; }
.sum + .row, .row + .sum { margin-top: 6px; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
th { font-weight: 500; color: var(--soft); } th, td { text-align: right; padding: 3px 0 3px 10px; } th:first-child, td:first-child { text-align: left; padding-left: 0; }
.coupon { border: 1.5px dashed var(--accent); border-radius: 10px; padding: 14px 16px; }
.coupon b { display: block; } .coupon + .coupon { margin-top: 10px; }
code { display: block; margin-top: 8px; font: 600 1.0625rem/1.3 ui-monospace, "SF Mono", Menlo, Consolas, monospace; letter-spacing: .06em; overflow-wrap: anywhere; }
.qr { display: block; width: 180px; max-width: 100%; margin: 0 auto 14px; }
.free { overflow-wrap: anywhere; white-space: pre-line; }
summary { cursor: pointer; padding: 10px 0; margin: -10px 0; color: var(--soft); font-size: .875rem; font-weight: 600; }
dl { margin-top: 10px; font-size: .8125rem; } dt { color: var(--soft); margin-top: 8px; } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
pre { margin-top: 10px; font: .8125rem/1.4 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
footer { border-top: 1px dashed var(--line); margin-top: 18px; padding-top: 18px; text-align: center; white-space: pre-line; overflow-wrap: anywhere; }
.state { text-align: center; padding: 74px 12px; } .state p { margin-top: 10px; } .state .soft { margin-top: 22px; }
form { margin-top: 28px; }
button { font: inherit; font-weight: 600; min-height: 48px; width: 100%; padding: 10px 18px; border: 0; border-radius: 10px; background: var(--accent); color: #fff; cursor: pointer; }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
@media print { body { background: none; padding: 0; } main { -webkit-mask: none; mask: none; } }
`;
