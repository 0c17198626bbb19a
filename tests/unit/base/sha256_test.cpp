#include "stepwright/base/sha256.h"

#include <gtest/gtest.h>

namespace stepwright {
namespace {

// The examples of NIST's "Cryptographic Standards and Guidelines, SHA-256" and of RFC 6234 §8.5.
TEST(Sha256, HashesTheStandardVectors) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_hex("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                       "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(sha256_hex(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, DoesNotDependOnHowTheMessageIsCut) {
  std::string message;
  for (int i = 0; i < 300; ++i) message += static_cast<char>(i * 7);
  const std::string whole = sha256_hex(message);
  for (std::size_t cut = 0; cut <= message.size(); ++cut) {
    Sha256 hash;
    hash.update(std::string_view(message).substr(0, cut));
    hash.update(std::string_view(message).substr(cut));
    EXPECT_EQ(to_hex(hash.digest()), whole) << "cut at byte " << cut;
  }
}

TEST(Sha256, MayBeAskedBeforeTheMessageEnds) {
  Sha256 hash;
  hash.update("ab");
  EXPECT_EQ(to_hex(hash.digest()), sha256_hex("ab"));
  hash.update("c");
  EXPECT_EQ(to_hex(hash.digest()), sha256_hex("abc"));
}

}  // namespace
}  // namespace stepwright
