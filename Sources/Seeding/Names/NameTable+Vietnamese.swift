extension NameTable {
  // Source: Lê Trung Hoa, "Họ và tên người Việt Nam" (surname shares in 1/1000); given names
  // approximate, by common use.
  /// Names as in Vietnam; the given name is written with its middle name.
  static let vietnamese = NameTable(
    male: """
      60 Văn Hùng = van-hung, 55 Anh Tuấn = anh-tuan, 54 Đức Anh = duc-anh,
      52 Văn Dũng = van-dung, 52 Tuấn Anh = tuan-anh, 50 Minh Tuấn = minh-tuan,
      48 Văn Nam = van-nam, 48 Gia Bảo = gia-bao, 46 Văn Thành = van-thanh,
      45 Văn Hải = van-hai, 44 Quang Huy, 40 Văn Long = van-long, 38 Minh Khôi = minh-khoi,
      38 Văn Sơn = van-son, 36 Văn Hiếu = van-hieu, 36 Quang Minh, 36 Thanh Tùng = thanh-tung,
      36 Văn Cường = van-cuong, 36 Văn Thắng = van-thang, 34 Minh Quân = minh-quan,
      34 Hoàng Long = hoang-long, 34 Đức Minh = duc-minh, 34 Nhật Minh = nhat-minh,
      34 Việt Anh = viet-anh, 32 Minh Hiếu = minh-hieu, 32 Văn Tùng = van-tung,
      32 Huy Hoàng = huy-hoang, 32 Tiến Đạt = tien-dat, 30 Quốc Huy = quoc-huy,
      30 Văn Trung = van-trung, 30 Văn Bình = van-binh, 30 Minh Khang, 30 Hải Đăng = hai-dang,
      28 Thành Trung = thanh-trung, 28 Mạnh Cường = manh-cuong, 28 Văn Toàn = van-toan,
      28 Văn Hoàng = van-hoang, 28 Thành Đạt = thanh-dat, 28 Đăng Khoa = dang-khoa,
      26 Hoàng Phúc = hoang-phuc, 26 Văn Đạt = van-dat, 24 Văn Phúc = van-phuc,
      24 Thanh Bình = thanh-binh, 24 Văn Tài = van-tai, 24 Quang Vinh,
      22 Quốc Khánh = quoc-khanh, 22 Anh Khoa, 22 Xuân Trường = xuan-truong,
      20 Ngọc Sơn = ngoc-son, 20 Văn Lâm = van-lam, 20 Tùng Lâm = tung-lam,
      18 Văn Khánh = van-khanh, 18 Văn Phong = van-phong, 18 Hải Phong = hai-phong,
      16 Hữu Phước = huu-phuoc, 16 Trọng Nghĩa = trong-nghia, 16 Văn Vinh = van-vinh,
      14 Bảo Long = bao-long, 14 Hữu Nghĩa = huu-nghia, 14 Văn Quyết = van-quyet,
      12 Quyết Thắng = quyet-thang, 12 Đình Khang = dinh-khang, 12 Hồng Quân = hong-quan,
      10 Thế Vinh = the-vinh, 8 Công Phượng = cong-phuong
      """,
    female: """
      56 Thị Hương = thi-huong, 50 Thị Hoa = thi-hoa, 48 Thị Lan = thi-lan,
      46 Thị Hồng = thi-hong, 46 Phương Thảo = phuong-thao, 46 Thị Trang = thi-trang,
      46 Thùy Linh = thuy-linh, 46 Phương Anh = phuong-anh, 44 Thị Thảo = thi-thao,
      44 Khánh Linh = khanh-linh, 44 Ngọc Anh = ngoc-anh, 42 Thu Trang, 42 Thị Hà = thi-ha,
      40 Thị Mai = thi-mai, 40 Thu Hà = thu-ha, 40 Minh Anh, 38 Thị Linh = thi-linh,
      38 Thị Thủy = thi-thuy, 38 Bảo Ngọc = bao-ngoc, 38 Quỳnh Anh = quynh-anh,
      36 Huyền Trang = huyen-trang, 36 Thị Nga = thi-nga, 36 Lan Anh, 34 Hải Yến = hai-yen,
      34 Hồng Nhung = hong-nhung, 34 Thị Phương = thi-phuong, 34 Thị Hiền = thi-hien,
      34 Vân Anh = van-anh, 32 Thị Hạnh = thi-hanh, 32 Bích Ngọc = bich-ngoc,
      32 Thùy Dung = thuy-dung, 32 Thu Phương = thu-phuong, 32 Thị Thu = thi-thu,
      32 Gia Hân = gia-han, 30 Thanh Thủy = thanh-thuy, 30 Thị Ngọc = thi-ngoc,
      30 Thị Vân = thi-van, 30 Thị Nhung = thi-nhung, 30 Ngọc Ánh = ngoc-anh,
      28 Thị Yến = thi-yen, 28 Thị Loan = thi-loan, 28 Thị Dung = thi-dung,
      28 Thu Hiền = thu-hien, 28 Như Quỳnh = nhu-quynh, 26 Phương Mai = phuong-mai,
      26 Hồng Hạnh = hong-hanh, 26 Thị Liên = thi-lien, 24 Thị Oanh = thi-oanh,
      24 Thị Tuyết = thi-tuyet, 24 Bảo Trân = bao-tran, 22 Thanh Vân = thanh-van,
      22 Thị Quỳnh = thi-quynh, 22 Ngọc Hân = ngoc-han, 22 Thảo Vy = thao-vy, 22 Hà My = ha-my,
      22 Diệu Linh = dieu-linh, 20 Khánh Vy = khanh-vy, 20 Mỹ Duyên = my-duyen,
      20 Thị Xuân = thi-xuan, 18 Minh Phương = minh-phuong, 18 Ánh Tuyết = anh-tuyet,
      18 Thanh Trúc = thanh-truc, 16 Kim Oanh, 16 Diễm Quỳnh = diem-quynh, 14 Cẩm Tú = cam-tu,
      12 Minh Thu, 12 Tường Vi = tuong-vi
      """,
    surnames: """
      384 Nguyễn = nguyen, 121 Trần = tran, 95 Lê = le, 70 Phạm = pham, 45 Phan,
      31 Huỳnh = huynh, 24 Hoàng = hoang, 22 Võ = vo, 21 Đặng = dang, 20 Vũ = vu, 20 Bùi = bui,
      14 Đỗ = do, 13 Hồ = ho, 13 Ngô = ngo, 12 Trương = truong, 10 Dương = duong, 9 Đinh = dinh,
      8 Đoàn = doan, 7 Trịnh = trinh, 7 Đào = dao, 6 Lâm = lam, 6 Mai, 6 Cao, 6 Hà = ha,
      6 Lương = luong, 5 Lý = ly, 4 Lưu = luu, 4 Tạ = ta, 4 Thái = thai, 3 Châu = chau,
      3 Tô = to, 3 Phùng = phung, 3 Chu, 2 Vương = vuong, 2 Quách = quach, 2 Kiều = kieu,
      2 Tăng = tang, 2 La, 1 Nghiêm = nghiem, 1 Hứa = hua, 1 Thạch = thach, 1 Triệu = trieu,
      1 Tống = tong, 1 Lại = lai, 1 Mạc = mac, 1 Khổng = khong, 1 Quan, 1 Tôn = ton, 1 Từ = tu,
      1 Văn = van
      """)
}
