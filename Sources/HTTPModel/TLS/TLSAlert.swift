/// A description that one side of a TLS connection gives the other before it closes (RFC 8446 §6, RFC 5246 §7.2).
package struct TLSAlert: Sendable, Hashable {
    package let number: UInt8

    package init(_ number: UInt8) {
        self.number = number
    }

    package static let closeNotify = TLSAlert(0)
    package static let handshakeFailure = TLSAlert(40)
    package static let badCertificate = TLSAlert(42)
    package static let unsupportedCertificate = TLSAlert(43)
    package static let certificateRevoked = TLSAlert(44)
    package static let certificateExpired = TLSAlert(45)
    package static let certificateUnknown = TLSAlert(46)
    package static let unknownCA = TLSAlert(48)
    package static let accessDenied = TLSAlert(49)
    package static let protocolVersion = TLSAlert(70)
    package static let insufficientSecurity = TLSAlert(71)
    package static let unrecognizedName = TLSAlert(112)
    package static let certificateRequired = TLSAlert(116)
    package static let noApplicationProtocol = TLSAlert(120)

    /// The name in the RFCs, or the number.
    package var name: String {
        switch number {
        case 0: "close_notify"
        case 10: "unexpected_message"
        case 20: "bad_record_mac"
        case 21: "decryption_failed"
        case 22: "record_overflow"
        case 30: "decompression_failure"
        case 40: "handshake_failure"
        case 41: "no_certificate"
        case 42: "bad_certificate"
        case 43: "unsupported_certificate"
        case 44: "certificate_revoked"
        case 45: "certificate_expired"
        case 46: "certificate_unknown"
        case 47: "illegal_parameter"
        case 48: "unknown_ca"
        case 49: "access_denied"
        case 50: "decode_error"
        case 51: "decrypt_error"
        case 60: "export_restriction"
        case 70: "protocol_version"
        case 71: "insufficient_security"
        case 80: "internal_error"
        case 86: "inappropriate_fallback"
        case 90: "user_canceled"
        case 100: "no_renegotiation"
        case 109: "missing_extension"
        case 110: "unsupported_extension"
        case 111: "certificate_unobtainable"
        case 112: "unrecognized_name"
        case 113: "bad_certificate_status_response"
        case 114: "bad_certificate_hash_value"
        case 115: "unknown_psk_identity"
        case 116: "certificate_required"
        case 120: "no_application_protocol"
        default: "alert \(number)"
        }
    }
}
