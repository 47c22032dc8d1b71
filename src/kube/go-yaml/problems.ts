/** What go-yaml finds wrong, in its words, and what the author can do. Nothing is quoted: the text may be a secret. */
export const problems = {
  'block sequence entries are not allowed in this context': 'put the list on lines of its own, below its key',
  'control characters are not allowed': 'write them as escapes in double quotes',
  "could not find expected ':'": 'a colon is missing, or a text over several lines needs quotes',
  'did not find expected <document start>': 'a document has ended here; is the indentation right?',
  "did not find expected '-' indicator": 'the indentation does not fit the lines above',
  "did not find expected ',' or ']'": 'a comma or a closing bracket is missing',
  "did not find expected ',' or '}'": 'a comma or a closing brace is missing',
  'did not find expected alphabetic or numeric character': 'quote a value that starts with * or &',
  'did not find expected comment or line break': 'only a comment may follow on the line of | or >',
  'did not find expected hexdecimal number': 'double the backslash or use single quotes',
  'did not find expected key': 'the indentation does not fit the lines above',
  'did not find expected node content': 'a value is missing here, or needs quotes',
  'did not find expected tag URI': 'quote a value that starts with !',
  'did not find expected whitespace or line break': 'quote a value that starts with !',
  'found a tab character that violates indentation': 'use spaces',
  'found a tab character where an indentation space is expected': 'use spaces',
  'found an indentation indicator equal to 0': 'use 1 to 9, or none',
  'found character that cannot start any token': 'quote the value, and indent by spaces, not by tabs',
  'found invalid Unicode character escape code': 'double the backslash or use single quotes',
  'found undefined tag handle': 'only ! and !! are known',
  'found unexpected document indicator': 'a closing quote is missing',
  'found unexpected end of stream': 'a closing quote is missing',
  'found unknown escape character': 'double the backslash or use single quotes',
  'mapping keys are not allowed in this context': 'put the key on a line of its own',
  'mapping values are not allowed in this context':
    'quote a value that holds a colon and a space; if none does, check the indentation',
} as const

export type YamlProblem = keyof typeof problems
