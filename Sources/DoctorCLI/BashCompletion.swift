/// Completes the script that ArgumentParser makes for bash: in its own, a store before all else is no
/// word that anything follows, and what it has no word for is not completed at all.
enum BashCompletion {
  static func completed(_ script: String) -> String {
    guard script.hasPrefix("#!/bin/bash") else { return script }
    let names = (CommandCatalog.names + HelpTopics.topics.keys.sorted()).joined(separator: " ")
    return
      script
      // Files, where nothing else fits.
      .replacing(
        "complete -o filenames -F", with: "complete -o filenames -o bashdefault -o default -F"
      )
      .replacing(
        "_storedoctor_help() {\n    :\n}",
        with: "_storedoctor_help() {\n    COMPREPLY+=($(compgen -W '\(names)' -- \"${cur}\"))\n}"
      )
      .replacing(
        "        # Offer subcommand completions\n",
        with: "        # Behind a store come the options of the shell\n"
          + "        [[ ${COMP_CWORD} -gt 1 ]] && { _storedoctor_shell; return; }\n"
          + "        # Offer subcommand completions\n")
  }
}
