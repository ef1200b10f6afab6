/** The style sheet of all pages of the documentation, and of pages about refusals. */
export const PAGE_STYLE = `:root { color-scheme: light dark; }
body.docs { margin: 0; background: Canvas; color: CanvasText; }
.docs-head, .docs-main { overflow-wrap: anywhere; font: 16px/1.55 system-ui, sans-serif; box-sizing: border-box; max-width: 52rem; margin: 0 auto; padding: 1rem; }
.docs-head { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; }
.docs-head form { flex: 1 1 20rem; }
.docs-head label { display: block; font-size: .875rem; }
.docs-head input { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem .6rem; border: 1px solid GrayText; border-radius: .4rem; }
#found { margin: .25rem 0 0; font-size: .875rem; min-height: 1.3rem; }
#results { margin: 0; padding: 0; list-style: none; }
#results:not(:empty) { border: 1px solid GrayText; border-radius: .4rem; }
#results li { padding: .4rem .6rem; }
#results li + li { border-top: 1px solid GrayText; }
#results span { display: block; font-size: .875rem; }
.docs-main h1 { font-size: 1.75rem; line-height: 1.2; }
.docs-main h2 { font-size: 1.25rem; margin-top: 2rem; }
.docs-main code { font-family: ui-monospace, monospace; font-size: .875em; }
.docs-main pre { padding: .75rem; border: 1px solid GrayText; border-radius: .4rem; overflow-x: auto; line-height: 1.4; }
.docs-main pre:has(.language-text) { border-style: dashed; }
.docs-main h3 { font-size: 1.0625rem; margin-top: 2rem; }
.docs-main ul, .docs-main ol { padding-left: 1.25rem; }
.docs-main blockquote { margin: 0; padding-left: 1rem; border-left: 3px solid GrayText; }
.docs-main th, .docs-main td { padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; }
.docs-main dt { font-weight: 600; margin-top: 1rem; }
.docs-main dd { margin: 0; }
.guides li { margin-bottom: .6rem; }
.areas { columns: 14rem; }
[hidden] { display: none !important; }
`;
