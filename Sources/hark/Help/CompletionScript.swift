import ArgumentParser

/// The completion script of a shell: what the parser of options makes of them, and what they do not say of themselves:
/// profiles, the topics of the help, and the command that `hark run` starts. Pure.
struct CompletionScript {
    let text: String

    private enum Shell {
        case bash, zsh, fish
    }

    /// - Parameters:
    ///   - made: the parser's script.
    ///   - topics: what `hark help` explains.
    ///   - valued: the options of `hark run` after which a value follows.
    init(_ made: String, topics: [String], valued: [String]) {
        func filled(_ template: String) -> String {
            template.replacing("TOPICS", with: topics.joined(separator: " "))
                .replacing("VALUED", with: valued.joined(separator: " "))
                .replacing("PROFILES", with: "---completion config show -- --profile 3 0 hark config --profile")
        }
        switch Self.shell(of: made) {
        case .bash?: text = made.replacing(Self.bashEnd, with: filled(Self.bash))
        case .zsh?: text = made.replacing(Self.zshEnd, with: filled(Self.zsh) + Self.zshEnd)
        case .fish?: text = made + "\n" + filled(Self.fish)
        case nil: text = made
        }
    }

    private static func shell(of script: String) -> Shell? {
        if script.contains(zshEnd), script.hasPrefix("#compdef hark") { return .zsh }
        if script.contains(bashEnd) { return .bash }
        return script.hasPrefix("function __hark") ? .fish : nil
    }

    // MARK: bash

    private static let bashEnd = "complete -o filenames -F _hark hark"

    private static let bash = #"""
        # The word that hark run starts, or 0: its options and their values are before it.
        __hark_run_place() {
            local -i place=1
            while [[ "${COMP_WORDS[place]}" == -* ]]; do place+=1; done
            [[ "${COMP_WORDS[place]}" == run ]] || { printf 0; return; }
            place+=1
            while ((place < COMP_CWORD)) && [[ "${COMP_WORDS[place]}" == -* ]]; do
                [[ "${COMP_WORDS[place]}" == -- ]] && { place+=1; break; }
                [[ " VALUED " == *" ${COMP_WORDS[place]} "* ]] && place+=1
                place+=1
            done
            ((place <= COMP_CWORD)) && printf %s "${place}" || printf 0
        }

        _hark_and_more() {
            local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
            local -i place
            place="$(__hark_run_place)"
            COMPREPLY=()
            if ((place > 0)) && { ((place < COMP_CWORD)) || [[ "${current}" != -* || "${before}" == -- ]]; }; then
                if declare -F _command_offset > /dev/null; then
                    _command_offset "${place}"
                elif ((place == COMP_CWORD)); then
                    mapfile -t COMPREPLY < <(compgen -c -- "${current}" | sort -u)
                else
                    mapfile -t COMPREPLY < <(compgen -f -- "${current}")
                fi
                return
            fi
            # hark judge has options of these names of its own.
            if [[ " ${COMP_WORDS[*]} " != *" judge "* ]]; then
                case "${before}" in
                --profile)
                    mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" PROFILES 2> /dev/null)" -- "${current}")
                    return
                    ;;
                --config)
                    mapfile -t COMPREPLY < <(compgen -f -- "${current}")
                    return
                    ;;
                esac
            fi
            if [[ "${COMP_WORDS[1]}" == help ]] && ((COMP_CWORD == 2)); then
                mapfile -t COMPREPLY < <(compgen -W 'TOPICS' -- "${current}")
                return
            fi
            _hark "${@}"
            if [[ "${current}" == --* && " ${COMP_WORDS[*]} " != *" judge "* ]]; then
                local option
                for option in --config --no-config --profile; do
                    [[ "${option}" == "${current}"* ]] && COMPREPLY+=("${option}")
                done
            fi
        }

        complete -o filenames -F _hark_and_more hark
        """#

    // MARK: zsh

    private static let zshEnd = #"if [[ "${funcstack[1]}" = _hark ]]; then"#

    private static let zsh = #"""
        functions[__hark_options]="${functions[_hark]}"

        _hark() {
            local -a found
            local -i place=2 judges=0
            (( ${words[(I)judge]} )) && judges=1
            while [[ "${words[place]}" == -* ]]; do (( place++ )); done
            if [[ "${words[place]}" == run ]]; then
                (( place++ ))
                while (( place < CURRENT )) && [[ "${words[place]}" == -* ]]; do
                    [[ "${words[place]}" == -- ]] && { (( place++ )); break }
                    [[ " VALUED " == *" ${words[place]} "* ]] && (( place++ ))
                    (( place++ ))
                done
                if (( place < CURRENT )) || [[ "${words[CURRENT]}" != -* && "${place}" == "${CURRENT}" ]]; then
                    words=("${(@)words[place,-1]}")
                    (( CURRENT -= place - 1 ))
                    _normal
                    return
                fi
            fi
            if (( ! judges )) && [[ "${words[CURRENT-1]}" == --profile ]]; then
                found=("${(@f)$("${words[1]}" PROFILES 2> /dev/null)}")
                compadd -a found
                return
            fi
            if (( ! judges )) && [[ "${words[CURRENT-1]}" == --config ]]; then
                _files
                return
            fi
            if [[ "${words[2]}" == help ]] && (( CURRENT == 3 )); then
                compadd TOPICS
                return
            fi
            __hark_options "${@}"
            local -i result=${?}
            if (( ! judges )) && [[ "${words[CURRENT]}" == --* ]]; then
                compadd -- --config --no-config --profile && result=0
            fi
            return "${result}"
        }

        """#

    // MARK: fish

    private static let fish = #"""
        # What is before the current word: no call of hark run (1), one without its command (2), or words of that
        # command (0).
        function __hark_command_state
            set -l tokens (commandline -opc)
            set -e tokens[1]
            while string match -q -- '-*' $tokens[1]
                set -e tokens[1]
            end
            test "$tokens[1]" = run; or return 1
            set -e tokens[1]
            while string match -q -- '-*' $tokens[1]
                if test "$tokens[1]" = --
                    set -e tokens[1]
                    break
                end
                contains -- $tokens[1] VALUED; and set -e tokens[1]
                set -e tokens[1]
            end
            test -n "$tokens[1]"; or return 2
        end
        function __hark_runs_command
            __hark_command_state
            switch $status
                case 0
                    return 0
                case 2
                    # An option may follow as long as no command is there.
                    not string match -q -- '-*' (commandline -ct)
                case '*'
                    return 1
            end
        end
        for name in flags_or_options positional
            functions -c __hark_should_offer_completions_for_$name __hark_offers_$name
            eval "function __hark_should_offer_completions_for_$name
                __hark_command_state; and return 1
                __hark_offers_$name \$argv
            end"
        end
        function __hark_has_profile
            not contains -- judge (commandline -opc); and not __hark_command_state
        end
        complete -c hark -n __hark_has_profile -l profile -x -a '(hark PROFILES 2> /dev/null)' -d 'Use this profile'
        complete -c hark -n __hark_has_profile -l config -r -F -d 'Read this file of settings'
        complete -c hark -n __hark_has_profile -l no-config -d 'Read no file and no variable'
        complete -c hark -n 'test (count (commandline -opc)) -eq 2; and contains -- help (commandline -opc)' -f \
            -a 'TOPICS'
        # The first option decides which words are options of the function itself.
        complete -c hark -n __hark_runs_command -x -a '(__fish_complete_subcommand --fcs-skip=2 -l VALUED)'

        """#
}

extension CompletionScript {
    /// The script with what this build has.
    init(_ made: String) {
        let run = CommandOption.all(of: RunCommand.self).filter { $0.kind != .flag }.flatMap(\.spellings)
        // These may be without a value.
        let valued = run.filter { !["--judge", "--page", "--otlp", "--metrics"].contains($0) }
        self.init(
            made, topics: (TopicHelp.topics + Hark.commandNames).sorted(),
            valued: (valued + SettingsRequest.valued).sorted())
    }
}
