import ArgumentParser
import Authority
import TLS

/// `hark ca trust`: the system and its browsers are made to trust the authority, with the person's consent.
struct CaTrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Make this system and its browsers trust Hark's CA.",
        discussion: """
            Shows each command and asks first. After this, anyone with the CA's key can impersonate any server to \
            programs on this computer. For one program, 'hark run -- PROGRAM' needs no trust in the system.

            Examples:
              hark ca trust --dry-run
              hark ca trust --nss ~/.mozilla/firefox/abcd.hark --yes
            """)

    @OptionGroup var choice: TrustChoice
    @OptionGroup var options: AuthorityOptions
    @OptionGroup var key: KeyOptions

    func run() throws {
        let (store, authority) = try key.loadOrMake(in: options)
        let certificate = authority.certificate
        let change = try TrustChange(
            certificate: certificate, file: store.certificatePath, choice: choice, aim: .trusted,
            places: choice.places(orAll: (TrustPlaces.system.map { [$0] } ?? []) + TrustPlaces.databasesToBe))
        try change.perform()
    }
}

/// `hark ca untrust`: undoes it, also for an authority that was replaced.
struct CaUntrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "untrust",
        abstract: "Remove Hark's CA from this system and its browsers.",
        discussion: """
            Shows each command and asks first.

            Examples:
              hark ca untrust
              hark ca untrust --certificate hark-ca-until-2026-05-01.pem
            """)

    @Option(
        name: .long,
        help: ArgumentHelp("Remove the certificate of an earlier CA instead.", valueName: "file"))
    var certificate: String?

    @OptionGroup var choice: TrustChoice
    @OptionGroup var options: AuthorityOptions

    func run() throws {
        let (found, file) = try subject()
        let change = try TrustChange(
            certificate: found, file: file, choice: choice, aim: .notTrusted,
            places: choice.places(orAll: TrustPlaces.all))
        try change.perform()
    }

    private func subject() throws -> (Certificate, file: String) {
        guard let path = certificate else {
            let (store, authority) = try options.existing()
            return (authority.certificate, store.certificatePath)
        }
        return try AuthorityAccess.attempt { () throws(AuthorityError) in
            guard let first = try RootBundle.certificates(in: path).first else {
                throw AuthorityError(.cannotRead, path, detail: "it contains no PEM certificate")
            }
            return (first, path)
        }
    }
}
