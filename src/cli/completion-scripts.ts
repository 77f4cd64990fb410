import { shellQuote } from './shell-quote.ts';

/** What may be typed after one command. */
export interface WordsAt {
  /** `messages list`; '' for the program itself. */
  path: string;
  words: string[];
  /** Whether a file may be named too. */
  files: boolean;
  /** Options that take one of a few values. */
  values: { option: string; values: string[] }[];
}

function patternsOf(tree: readonly WordsAt[]): string {
  return tree
    .filter(({ path }) => path !== '')
    .map(({ path }) => shellQuote(path))
    .join('|');
}

/** Bash and zsh share the two tables as `case` lists. */
function wordCases(tree: readonly WordsAt[]): string {
  return tree
    .map(({ path, words }) => `    ${shellQuote(path)}) words=${shellQuote(words.join(' '))} ;;`)
    .join('\n');
}

function valueCases(tree: readonly WordsAt[]): string {
  return tree
    .flatMap(({ path, values }) =>
      values.map(
        (value) =>
          `    ${shellQuote(`${path} ${value.option}`)}) words=${shellQuote(value.values.join(' '))} ;;`,
      ),
    )
    .join('\n');
}

/** @param search finds a program of that name, not a function: on a server the short command exists as a program */
function shortCommand(root: string, search: string): string {
  return `${search} vitrine >/dev/null || vitrine() { npm run --silent --prefix ${shellQuote(root)} vitrine -- "$@"; }`;
}

function bash(tree: readonly WordsAt[], root: string): string {
  return `${shortCommand(root, 'type -P')}
_vitrine() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in ${patternsOf(tree)}) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${wordCases(tree)}
  esac
  case "$path \${COMP_WORDS[COMP_CWORD-1]}" in
${valueCases(tree)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _vitrine vitrine
`;
}

function zsh(tree: readonly WordsAt[], root: string): string {
  return `${shortCommand(root, 'whence -p')}
_vitrine() {
  local at='' list='' words_before word
  words_before=("\${(@)words[2,CURRENT-1]}")
  for word in "\${words_before[@]}"; do
    case "\${at:+$at }$word" in (${patternsOf(tree)}) at="\${at:+$at }$word" ;; esac
  done
  case "$at" in
${wordCases(tree).replaceAll(' words=', ' list=')}
  esac
  case "$at \${words[CURRENT-1]}" in
${valueCases(tree).replaceAll(' words=', ' list=')}
  esac
  compadd -- \${=list} || _files
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
compdef _vitrine vitrine
`;
}

function fish(tree: readonly WordsAt[], root: string): string {
  const lines = tree.flatMap(({ path, words, files, values }) => [
    `complete -c vitrine -n ${shellQuote(`test (__vitrine_path) = "${path}"`)}${files ? '' : ' -f'} -a ${shellQuote(words.join(' '))}`,
    ...values.map(
      ({ option, values: choices }) =>
        `complete -c vitrine -n ${shellQuote(`test (__vitrine_path) = "${path}"`)} -l ${option.slice(2)} -xa ${shellQuote(choices.join(' '))}`,
    ),
  ]);
  const paths = tree.filter(({ path }) => path !== '').map(({ path }) => shellQuote(path));
  return `if not command -q vitrine
  function vitrine
    npm run --silent --prefix ${shellQuote(root)} vitrine -- $argv
  end
end
function __vitrine_path
  set -l path ''
  for word in (commandline -opc)[2..-1]
    set -l longer (string trim "$path $word")
    if contains -- "$longer" ${paths.join(' ')}
      set path "$longer"
    end
  end
  echo "$path"
end
${lines.join('\n')}
`;
}

/** One script for each shell; each also defines the short command `vitrine` where there is none. */
export const completionScripts = { bash, zsh, fish } as const;
