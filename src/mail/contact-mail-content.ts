import type { Selectable } from 'kysely';
import { escapeHtml } from '../escape-html.ts';
import { palette } from '../site.ts';
import type { Database } from '../storage/schema.ts';
import { contactFields, formFields } from '../words/form-fields.ts';
import { suspectReasonText, contactMail as words } from './words.ts';

export type MessageRow = Omit<Selectable<Database['message']>, 'note'>;

export type ContactMailContent = ReturnType<typeof contactMailContent>;

/** Longest one-line text in UTF-16 units, as the rules allow; another program may have stored a longer one. */
const LINE_LIMIT = 254;

const listed = contactFields.filter((name) => name !== 'subject' && name !== 'message');

const parisDate = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Europe/Paris',
});

function suspicion({ suspect, suspect_reasons }: MessageRow): string | undefined {
  if (!suspect) return undefined;
  return words.suspect(suspect_reasons.split(',').map(suspectReasonText).join(', '));
}

export function contactMailContent(message: MessageRow) {
  return {
    subject: oneLine(message.subject),
    name: oneLine(message.fullname),
    email: oneLine(message.email),
    /** The one-line fields except the subject, in the order of the form; an empty field has the value ''. */
    fields: listed.map((name) => ({
      label: formFields[name].studioLabel,
      value: oneLine(message[name]),
    })),
    received: words.received(parisDate.format(message.received_at).replace(/ 1 /, ' 1er ')),
    lines: severalLines(message.body),
    suspect: suspicion(message),
    id: message.id,
  };
}

/** Matches controls, direction marks (Unicode TR 9) and zero-width characters, except the joiner that emoji need. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** Puts a visitor's text on one line: line breaks become blanks, invisible characters go, and a long text is cut. */
function oneLine(text: string): string {
  return text
    .replace(/[\s\x85]+/g, ' ')
    .replace(UNSEEN, '')
    .slice(0, LINE_LIMIT)
    .toWellFormed();
}

function severalLines(text: string): string[] {
  const lines = text.toWellFormed().split(LINE_BREAK);
  return lines.map((line) => line.replaceAll('\t', '  ').replace(UNSEEN, ''));
}

// Mail programs support neither custom properties nor light-dark(), so the colours are written out.
const { light, dark } = palette;

const TEXT_FONT = "Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const DISPLAY_FONT = `'Bricolage Grotesque',${TEXT_FONT}`;
const CODE_FONT = 'ui-monospace,SFMono-Regular,Menlo,Consolas,monospace';

/** Outlook reads only `style` attributes; other programs use this sheet for dark mode and narrow screens. */
const sheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 500px) {
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
  .outer { padding: 0 !important; }
  .sheet { border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; }
}
@media (prefers-color-scheme: dark) {
  .ground { background-color: ${dark.ground} !important; }
  .sheet { background-color: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .head { background-color: ${dark.night} !important; border-color: ${dark.sun} !important; }
  .band { background-color: ${dark.band} !important; }
  .warning { background-color: ${dark.warning} !important; }
  .ink { color: ${dark.ink} !important; }
  .soft { color: ${dark.inkSoft} !important; }
  .accent { color: ${dark.accent} !important; }
  .rule { border-color: ${dark.line} !important; }
}`;

const box = 'width="100%" cellpadding="0" cellspacing="0" border="0" role="presentation"';

function field(label: string, value: string): string {
  return `<tr>
<td class="soft rule" style="padding:10px 16px 10px 0;border-bottom:1px solid ${light.line};color:${light.inkSoft};font-size:15px;line-height:22px;white-space:nowrap;vertical-align:top">${label}</td>
<td class="ink rule" style="padding:10px 0;border-bottom:1px solid ${light.line};color:${light.ink};font-size:16px;line-height:22px;font-weight:600;width:100%;word-break:break-word;overflow-wrap:anywhere">${value}</td>
</tr>`;
}

const notGiven = `<span class="soft" style="color:${light.inkSoft};font-weight:400">${words.notGiven}</span>`;

function suspectNote(text: string | undefined): string {
  if (!text) return '';
  return `<tr><td class="pad" style="padding:20px 40px 0">
<div class="warning ink" style="background-color:${light.warning};border-left:4px solid ${light.sun};border-radius:10px;padding:14px 18px;color:${light.ink};font-size:15px;line-height:22px">${escapeHtml(text)}</div>
</td></tr>`;
}

function head(content: ContactMailContent): string {
  return `<tr><td class="head pad" style="background-color:${light.night};border-bottom:4px solid ${light.sun};padding:22px 40px;color:#ffffff;font-family:${DISPLAY_FONT};font-size:18px;line-height:24px;font-weight:700;letter-spacing:-0.01em">${escapeHtml(words.studio)}</td></tr>
<tr><td class="pad" style="padding:34px 40px 0">
<p class="accent" style="margin:0 0 8px;color:${light.accent};font-size:15px;line-height:22px;font-weight:600">${words.kicker}</p>
<h1 class="ink" style="margin:0;color:${light.ink};font-family:${DISPLAY_FONT};font-size:28px;line-height:32px;font-weight:700;letter-spacing:-0.02em;overflow-wrap:anywhere">${escapeHtml(content.subject)}</h1>
<p class="soft" style="margin:10px 0 0;color:${light.inkSoft};font-size:15px;line-height:22px">${content.received}</p>
</td></tr>`;
}

function body(content: ContactMailContent): string {
  const fields = content.fields.map(({ label, value }) => field(label, value ? escapeHtml(value) : notGiven));
  const lines = content.lines.map(escapeHtml).join('<br>\n');
  return `<tr><td class="pad" style="padding:22px 40px 0"><table ${box}>
${fields.join('\n')}
</table></td></tr>
<tr><td class="pad" style="padding:28px 40px 0">
<h2 class="soft" style="margin:0 0 10px;color:${light.inkSoft};font-family:${TEXT_FONT};font-size:15px;line-height:22px;font-weight:400">${words.message}</h2>
<div class="band ink" style="background-color:${light.band};border-radius:14px;padding:22px 24px;color:${light.ink};font-size:17px;line-height:27px;overflow-wrap:anywhere;word-break:break-word">${lines}</div>
<p class="ink" style="margin:24px 0 0;color:${light.ink};font-size:16px;line-height:25px;overflow-wrap:anywhere">${escapeHtml(words.answer(content.email))}</p>
</td></tr>`;
}

function foot({ id }: ContactMailContent): string {
  return `<tr><td class="pad" style="padding:28px 40px 34px">
<div class="soft rule" style="border-top:1px solid ${light.line};padding-top:18px;color:${light.inkSoft};font-size:14px;line-height:21px">${words.kept}<br>
${words.readAgain} <span class="soft" style="color:${light.inkSoft};font-family:${CODE_FONT};font-size:13px;overflow-wrap:anywhere">${escapeHtml(words.command(id))}</span></div>
</td></tr>`;
}

/** Writes the mail as HTML without links or remote content; every visitor text is escaped. */
export function contactMailHtml(content: ContactMailContent): string {
  return `<!doctype html>
<html lang="fr"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(words.headerSubject(content.subject, content.name))}</title>
<style>${sheet}</style></head>
<body class="ground" style="margin:0;padding:0;background-color:${light.ground};font-family:${TEXT_FONT}">
<table class="ground" ${box} style="background-color:${light.ground}"><tr><td class="outer" align="center" style="padding:32px 16px">
<table class="sheet" ${box} style="max-width:620px;background-color:${light.surface};border:1px solid ${light.line};border-radius:20px;overflow:hidden;font-family:${TEXT_FONT};text-align:left">
${head(content)}
${suspectNote(content.suspect)}
${body(content)}
${foot(content)}
</table></td></tr></table>
</body></html>
`;
}
