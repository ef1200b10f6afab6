/** The style sheet of the pages of the documentation, and of pages about refusals. */
export const DOCUMENTATION_STYLE = `:root {
  color-scheme: light dark;
}
body {
  font: 16px/1.5 system-ui, sans-serif;
  max-width: 46rem;
  margin: 3rem auto;
  padding: 0 1rem;
  overflow-wrap: anywhere;
}
h1 {
  font-size: 1.5rem;
}
h2 {
  margin-top: 2.5rem;
  font-size: 1.25rem;
}
h3 {
  margin-top: 2rem;
  font-size: 1.0625rem;
}
code {
  font-family: ui-monospace, monospace;
  font-size: 0.9em;
}
pre {
  padding: 0.75rem 1rem;
  border: 1px solid #8886;
  border-radius: 0.375rem;
  overflow-x: auto;
  overflow-wrap: normal;
}
blockquote {
  margin: 0;
  padding-left: 1rem;
  border-left: 3px solid #8886;
}
ul,
ol {
  padding-left: 1.25rem;
}
th,
td {
  padding: 0.25rem 0.75rem 0.25rem 0;
  text-align: left;
  vertical-align: top;
}
dt {
  font-weight: 600;
  margin-top: 1rem;
}
dd {
  margin: 0;
}
`;
