extension NameTable {
  // Source: Ministry of Public Security (China), surname shares in 1/1000 of a percent; given names
  // approximate, in the order of published rankings.
  /// Names as in China, in simplified characters; romanised in pinyin.
  static let chinese = NameTable(
    male: """
      290 伟 = wei, 240 强 = qiang, 230 磊 = lei, 225 军 = jun, 220 勇 = yong, 215 杰 = jie,
      210 涛 = tao, 205 明 = ming, 200 超 = chao, 180 刚 = gang, 175 平 = ping, 170 辉 = hui,
      168 鹏 = peng, 165 波 = bo, 160 斌 = bin, 158 浩 = hao, 155 华 = hua, 150 飞 = fei,
      145 鑫 = xin, 140 俊 = jun, 135 帅 = shuai, 130 宇 = yu, 128 建华 = jianhua,
      125 建国 = jianguo, 124 建军 = jianjun, 122 志强 = zhiqiang, 105 建平 = jianping,
      100 志明 = zhiming, 98 国强 = guoqiang, 95 俊杰 = junjie, 90 浩然 = haoran,
      88 子轩 = zixuan, 86 浩宇 = haoyu, 84 宇轩 = yuxuan, 80 海涛 = haitao, 78 文杰 = wenjie,
      76 博文 = bowen, 74 志伟 = zhiwei, 70 天宇 = tianyu, 66 宇航 = yuhang, 64 奕辰 = yichen,
      62 沐宸 = muchen, 60 家豪 = jiahao, 58 晓明 = xiaoming, 56 卫东 = weidong,
      54 永强 = yongqiang, 52 梓豪 = zihao, 50 一鸣 = yiming, 48 思远 = siyuan,
      46 红军 = hongjun, 44 小龙 = xiaolong, 42 文博 = wenbo, 38 嘉伟 = jiawei,
      36 建设 = jianshe, 34 玉龙 = yulong, 32 德华 = dehua, 30 云飞 = yunfei
      """,
    female: """
      285 芳 = fang, 270 秀英 = xiuying, 255 静 = jing, 250 敏 = min, 245 丽 = li, 240 娜 = na,
      230 艳 = yan, 220 娟 = juan, 210 霞 = xia, 190 秀兰 = xiulan, 185 燕 = yan, 180 玲 = ling,
      178 桂英 = guiying, 170 丹 = dan, 165 萍 = ping, 160 红 = hong, 150 玉兰 = yulan,
      150 婷 = ting, 145 桂兰 = guilan, 142 英 = ying, 138 梅 = mei, 135 莉 = li,
      130 秀珍 = xiuzhen, 128 倩 = qian, 125 雪 = xue, 118 琳 = lin, 115 颖 = ying,
      112 洁 = jie, 110 慧 = hui, 105 玉梅 = yumei, 102 凤英 = fengying, 100 婷婷 = tingting,
      98 玉珍 = yuzhen, 96 欣怡 = xinyi, 94 丽娟 = lijuan, 92 淑珍 = shuzhen, 90 梓涵 = zihan,
      86 雨涵 = yuhan, 84 子涵 = zihan, 80 海燕 = haiyan, 78 诗涵 = shihan, 76 佳怡 = jiayi,
      74 丽华 = lihua, 72 晓燕 = xiaoyan, 70 一诺 = yinuo, 66 秀芳 = xiufang, 64 雅婷 = yating,
      62 雨桐 = yutong, 60 春梅 = chunmei, 58 小红 = xiaohong, 56 美玲 = meiling,
      54 雪梅 = xuemei, 50 月 = yue, 48 文静 = wenjing, 44 梦琪 = mengqi, 42 晶晶 = jingjing,
      40 若汐 = ruoxi, 38 紫涵 = zihan, 36 思颖 = siying, 34 语桐 = yutong
      """,
    surnames: """
      7250 王 = wang, 7190 李 = li, 6830 张 = zhang, 5380 刘 = liu, 4530 陈 = chen,
      3080 杨 = yang, 2290 赵 = zhao, 2230 黄 = huang, 2120 周 = zhou, 2050 吴 = wu,
      1670 徐 = xu, 1540 孙 = sun, 1310 胡 = hu, 1260 朱 = zhu, 1210 高 = gao, 1180 林 = lin,
      1170 何 = he, 1150 郭 = guo, 1130 马 = ma, 860 罗 = luo, 840 梁 = liang, 810 宋 = song,
      780 郑 = zheng, 720 谢 = xie, 680 韩 = han, 650 唐 = tang, 640 冯 = feng, 620 于 = yu,
      610 董 = dong, 590 萧 = xiao, 570 程 = cheng, 570 曹 = cao, 540 袁 = yuan, 540 邓 = deng,
      540 许 = xu, 510 傅 = fu, 500 沈 = shen, 500 曾 = zeng, 490 彭 = peng, 470 吕 = lv,
      470 苏 = su, 470 卢 = lu, 470 蒋 = jiang, 460 蔡 = cai, 450 魏 = wei, 430 丁 = ding,
      420 贾 = jia, 420 薛 = xue, 420 叶 = ye, 420 潘 = pan, 420 杜 = du, 410 余 = yu,
      400 阎 = yan, 400 夏 = xia, 390 戴 = dai, 390 钟 = zhong, 390 汪 = wang, 390 田 = tian,
      380 任 = ren, 380 姜 = jiang, 370 方 = fang, 360 范 = fan, 360 石 = shi, 360 姚 = yao,
      360 谭 = tan, 340 廖 = liao, 330 邹 = zou, 320 熊 = xiong, 310 金 = jin, 310 陆 = lu,
      300 郝 = hao, 290 孔 = kong, 290 白 = bai, 280 崔 = cui, 280 康 = kang, 270 毛 = mao,
      270 邱 = qiu, 260 秦 = qin, 260 江 = jiang, 250 史 = shi, 240 顾 = gu, 240 侯 = hou,
      230 邵 = shao, 230 孟 = meng, 230 龙 = long, 220 万 = wan, 220 段 = duan, 220 钱 = qian,
      210 汤 = tang, 200 尹 = yin, 190 黎 = li, 180 易 = yi, 180 常 = chang, 180 武 = wu,
      170 乔 = qiao, 170 贺 = he, 160 赖 = lai, 160 龚 = gong, 150 文 = wen, 50 欧阳 = ouyang,
      3 诸葛 = zhuge, 2 司马 = sima
      """)
}
