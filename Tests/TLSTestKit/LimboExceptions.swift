/// Cases of x509-limbo, none of them core, on which implementations differ, and on which OpenSSL 3 decides otherwise
/// than the corpus asks. A case that is decided as asked must not stand here, and no other may be decided otherwise.
package enum LimboExceptions {
    /// Refused, where a chain could have been found or the standard is more generous: nobody is put at risk.
    package static let refused: Set<String> = [
        // Only one chain is built, and a certificate that is in it twice or in a circle is not passed by.
        "limbo:cve::cve-2024-0567", "limbo:rfc5280::root-and-intermediate-swapped",
        "limbo:rfc5280::nc::nc-forbids-alternate-chain-ica", "limbo:rfc5280::nc::nc-forbids-same-chain-ica",
        // A certificate of an authority is not taken as that of a server.
        "limbo:pathlen::validation-ignores-pathlen-in-leaf", "limbo:rfc5280::ca-as-leaf",
        // The last second of a validity is over.
        "limbo:rfc5280::validity::notafter-exact", "limbo:rfc5280::validity::notafter-fractional",
    ]

    /// Accepted, where the corpus asks for more than OpenSSL checks.
    package static let accepted: Set<String> = [
        // The depth of chains is not limited as narrowly, and a name that is never asked for is not looked at.
        "limbo:pathlen::max-chain-depth-0-exhausted", "limbo:pathlen::max-chain-depth-1-exhausted",
        "limbo:cve::cve-2025-61727",
        // Shape of extensions that decide nothing here: which are critical, how names in constraints are written.
        "limbo:rfc5280::nc::permitted-dns-match-noncritical", "limbo:rfc5280::nc::invalid-dnsname-leading-period",
        "limbo:rfc5280::nc::not-allowed-in-ee-noncritical", "limbo:rfc5280::nc::not-allowed-in-ee-critical",
        "limbo:rfc5280::nc::nc-permits-invalid-dns-san", "limbo:rfc5280::nc::nc-forbids-dnsname-wildcard-san",
        "limbo:rfc5280::pc::ica-noncritical-pc", "limbo:rfc5280::san::underscore-dns",
        "limbo:rfc5280::serial::too-long", "limbo:rfc5280::serial::zero",
        "limbo:webpki::aki::root-with-aki-missing-keyidentifier", "limbo:webpki::malformed-aia",
        "limbo:webpki::nc::intermediate-permitted-excluded-subtrees-both-null",
        "limbo:webpki::nc::intermediate-permitted-excluded-subtrees-both-empty-sequences",
        "limbo:webpki::san::san-critical-with-nonempty-subject", "limbo:webpki::ee-basicconstraints-ca",
        // The common name is not compared, so what it says does not matter.
        "limbo:webpki::cn::ipv4-hex-mismatch", "limbo:webpki::cn::ipv4-leading-zeros-mismatch",
        "limbo:webpki::cn::ipv6-uppercase-mismatch", "limbo:webpki::cn::ipv6-uncompressed-mismatch",
        "limbo:webpki::cn::ipv6-non-rfc5952-mismatch", "limbo:webpki::cn::punycode-not-in-san",
        "limbo:webpki::cn::utf8-vs-punycode-mismatch", "limbo:webpki::cn::not-in-san",
        "limbo:webpki::cn::case-mismatch",
        // Rules for public authorities, to which private ones are not bound.
        "limbo:webpki::eku::ee-anyeku", "limbo:webpki::eku::ee-critical-eku", "limbo:webpki::eku::ee-without-eku",
        "limbo:webpki::eku::root-has-eku", "limbo:webpki::san::public-suffix-multi-label-wildcard-san",
        "limbo:webpki::san::public-suffix-private-namespace-wildcard-san", "limbo:webpki::forbidden-dsa-root",
        "limbo:webpki::forbidden-rsa-not-divisible-by-8-in-root",
        "limbo:webpki::forbidden-rsa-key-not-divisible-by-8-in-leaf",
    ]
}
