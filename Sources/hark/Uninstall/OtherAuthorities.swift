import Authority
import Platform
import TLS

/// CAs of Hark that the system trusts and that are not in this user's folder: another user's, or one whose folder is
/// gone. They are not for this user's command to remove, and are named.
enum OtherAuthorities {
    static func name(besides own: [String]) {
        guard let copies = TrustPlaces.system?.copies else { return }
        let known = own.compactMap { try? RootBundle.certificates(in: $0).first?.fingerprint }
        for name in FolderNames.sorted(copies.folder)
        where name.hasPrefix("hark-") && name.hasSuffix(copies.suffix) {
            let path = copies.folder + name
            guard let found = try? RootBundle.certificates(in: path).first, !known.contains(found.fingerprint) else {
                continue
            }
            let sudo = geteuid() == 0 ? "" : "sudo "
            Diagnostics.say(
                "this computer trusts a CA of Hark that is not in your folder; to end that: "
                    + "\(sudo)rm \(ShellText.quoted(path).terminalEscaped) && \(sudo)\(copies.command)")
        }
    }
}
